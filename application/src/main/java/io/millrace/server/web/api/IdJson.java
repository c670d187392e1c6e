// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.EntityViewId;
import io.millrace.message.id.QueueId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.message.id.UserId;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** Serializes and deserializes typed ids as JSON: {@code {"entityType":"DEVICE","id":"…"}}. */
public final class IdJson extends SimpleModule {

    private static final long serialVersionUID = 1;

    /** The customer id in JSON for "no customer": the null UUID. */
    public static final CustomerId NO_CUSTOMER = new CustomerId(TenantId.SYSTEM.id());

    public IdJson() {
        super("millrace-ids");
        add(TenantId.class, EntityType.TENANT, TenantId::new, TenantId::entity);
        add(
                TenantProfileId.class,
                EntityType.TENANT_PROFILE,
                TenantProfileId::new,
                TenantProfileId::entity);
        add(CustomerId.class, EntityType.CUSTOMER, CustomerId::new, CustomerId::entity);
        add(UserId.class, EntityType.USER, UserId::new, UserId::entity);
        add(DeviceId.class, EntityType.DEVICE, DeviceId::new, DeviceId::entity);
        add(
                DeviceProfileId.class,
                EntityType.DEVICE_PROFILE,
                DeviceProfileId::new,
                DeviceProfileId::entity);
        add(AssetId.class, EntityType.ASSET, AssetId::new, AssetId::entity);
        add(
                AssetProfileId.class,
                EntityType.ASSET_PROFILE,
                AssetProfileId::new,
                AssetProfileId::entity);
        add(EntityViewId.class, EntityType.ENTITY_VIEW, EntityViewId::new, EntityViewId::entity);
        add(AlarmId.class, EntityType.ALARM, AlarmId::new, AlarmId::entity);
        add(RuleChainId.class, EntityType.RULE_CHAIN, RuleChainId::new, RuleChainId::entity);
        add(RuleNodeId.class, EntityType.RULE_NODE, RuleNodeId::new, RuleNodeId::entity);
        add(QueueId.class, EntityType.QUEUE, QueueId::new, QueueId::entity);
        addSerializer(EntityId.class, new Writer<>(EntityId.class, id -> id));
        addDeserializer(EntityId.class, new AnyReader());
    }

    private <T> void add(
            Class<T> type,
            EntityType entityType,
            Function<UUID, T> of,
            Function<T, EntityId> entity) {
        addSerializer(type, new Writer<>(type, entity));
        addDeserializer(type, new Reader<>(type, entityType, of));
    }

    private static final class Writer<T> extends ValueSerializer<T> {

        private final Class<T> type;
        private final Function<T, EntityId> entity;

        Writer(Class<T> type, Function<T, EntityId> entity) {
            this.type = type;
            this.entity = entity;
        }

        @Override
        public Class<?> handledType() {
            return type;
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializationContext context) {
            EntityId id = entity.apply(value);
            json.writeStartObject(value);
            json.writeStringProperty("entityType", id.type().name());
            json.writeStringProperty("id", id.id().toString());
            json.writeEndObject();
        }
    }

    private static final class Reader<T> extends ValueDeserializer<T> {

        private final Class<T> type;
        private final EntityType entityType;
        private final Function<UUID, T> of;

        Reader(Class<T> type, EntityType entityType, Function<UUID, T> of) {
            this.type = type;
            this.entityType = entityType;
            this.of = of;
        }

        @Override
        public @Nullable T deserialize(JsonParser json, DeserializationContext context) {
            JsonNode tree = context.readTree(json);
            String kind = tree.path("entityType").stringValue(entityType.name());
            String id = tree.path("id").stringValue("");
            if (!kind.equals(entityType.name())) {
                return refuse(context, tree);
            }
            try {
                return of.apply(UUID.fromString(id));
            } catch (IllegalArgumentException _) {
                return refuse(context, tree);
            }
        }

        private @Nullable T refuse(DeserializationContext context, JsonNode tree) {
            return context.reportInputMismatch(
                    type,
                    "expected {\"entityType\":\"%s\",\"id\":\"<uuid>\"}, got %s",
                    entityType,
                    abbreviated(tree.toString()));
        }
    }

    /** Reads an id of any entity type. */
    private static final class AnyReader extends ValueDeserializer<EntityId> {

        @Override
        public @Nullable EntityId deserialize(JsonParser json, DeserializationContext context) {
            JsonNode tree = context.readTree(json);
            try {
                return new EntityId(
                        EntityType.valueOf(tree.path("entityType").stringValue("")),
                        UUID.fromString(tree.path("id").stringValue("")));
            } catch (IllegalArgumentException _) {
                return context.reportInputMismatch(
                        EntityId.class,
                        "expected {\"entityType\":\"<type>\",\"id\":\"<uuid>\"}, got %s",
                        abbreviated(tree.toString()));
            }
        }
    }

    private static String abbreviated(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
