// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.action;

import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.SecurityUser;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends a message to the rule chains for each change of an entity over REST. Call it after the change is committed;
 * each call returns when the message can no longer be lost, or when the time limit of {@link ActionMessages} has
 * passed. A dropped message throws nothing, because the change is committed.
 */
@Component
public final class EntityActions {

    private final ActionMessages messages;
    private final UserMetadata users;
    private final JsonMapper json;
    private final Clock clock;

    EntityActions(ActionMessages messages, UserMetadata users, JsonMapper json, Clock clock) {
        this.messages = messages;
        this.users = users;
        this.json = json;
        this.clock = clock;
    }

    /**
     * A user has added an entity.
     *
     * @param body the entity as REST shows it
     */
    public void created(SecurityUser by, TenantEntity entity, Object body) {
        messages.send(about(by, MessageType.ENTITY_CREATED, entity, body, Map.of()));
    }

    /** A user has changed an entity. */
    public void updated(SecurityUser by, TenantEntity entity, Object body) {
        messages.send(about(by, MessageType.ENTITY_UPDATED, entity, body, Map.of()));
    }

    /**
     * A user has changed an alarm, or its comments.
     *
     * @param type the kind of the change
     * @param entity the originator of the message, with the name of the alarm
     * @param alarm the alarm as REST shows it
     * @param more further metadata
     */
    public void alarmChanged(
            SecurityUser by,
            MessageType type,
            TenantEntity entity,
            Object alarm,
            Map<String, String> more) {
        messages.send(about(by, type, entity, alarm, more));
    }

    /**
     * Prepares the message about a deletion. Call it before the deletion, because the route of the message is read from
     * the entity.
     *
     * @return sends the message; run it after the deletion is committed
     */
    public Runnable deletion(SecurityUser by, TenantEntity entity, Object body) {
        RuleMessage message =
                messages.routed(about(by, MessageType.ENTITY_DELETED, entity, body, Map.of()));
        return () -> messages.send(message);
    }

    /** A user has assigned an entity to a customer. */
    public void assigned(
            SecurityUser by, TenantEntity entity, Object body, CustomerId to, String title) {
        Map<String, String> more =
                Map.of("assignedCustomerId", to.toString(), "assignedCustomerName", title);
        messages.send(about(by, MessageType.ENTITY_ASSIGNED, entity, body, more));
    }

    /** A user has unassigned an entity from a customer. */
    public void unassigned(
            SecurityUser by, TenantEntity entity, Object body, CustomerId from, String title) {
        Map<String, String> more =
                Map.of("unassignedCustomerId", from.toString(), "unassignedCustomerName", title);
        messages.send(about(by, MessageType.ENTITY_UNASSIGNED, entity, body, more));
    }

    /**
     * A user has unassigned several entities from a customer in one operation.
     *
     * @param entities the entities after the change, as REST shows them
     */
    public void unassigned(
            SecurityUser by, List<? extends TenantEntity> entities, CustomerId from, String title) {
        Metadata who = users.metadata(by);
        Map<String, String> more =
                Map.of(
                        "customerId", from.toString(),
                        "unassignedCustomerId", from.toString(),
                        "unassignedCustomerName", title);
        messages.send(
                entities.stream()
                        .map(entity ->
                                about(who, MessageType.ENTITY_UNASSIGNED, entity, entity, more)
                                        .withCustomer(from))
                        .toList());
    }

    /**
     * A user has deleted several entities in one operation. Not for devices and assets, whose profile routes their
     * messages: use {@link #deletion}.
     *
     * @param body an entity as REST showed it
     */
    public <E extends TenantEntity> void deleted(
            SecurityUser by, List<E> entities, Function<E, ?> body) {
        Metadata who = users.metadata(by);
        messages.send(
                entities.stream()
                        .map(entity ->
                                about(
                                        who,
                                        MessageType.ENTITY_DELETED,
                                        entity,
                                        body.apply(entity),
                                        Map.of()))
                        .toList());
    }

    /** A user has written attributes of an entity. */
    public void attributesUpdated(
            SecurityUser by, TenantEntity entity, AttributeScope scope, List<KeyValue> attributes) {
        messages.send(
                of(by, MessageType.ATTRIBUTES_UPDATED, entity, object(attributes), scoped(scope)));
    }

    /** A user has deleted attributes of an entity. */
    public void attributesDeleted(
            SecurityUser by, TenantEntity entity, AttributeScope scope, List<String> keys) {
        ObjectNode data = json.createObjectNode();
        ArrayNode names = data.putArray("attributes");
        keys.forEach(names::add);
        messages.send(of(by, MessageType.ATTRIBUTES_DELETED, entity, data, scoped(scope)));
    }

    private static Map<String, String> scoped(AttributeScope scope) {
        return Map.of("scope", scope.name());
    }

    /**
     * A user has written time series of an entity.
     *
     * @param message id of the message, which is stored with the values
     */
    public void timeseriesUpdated(
            SecurityUser by, TenantEntity entity, List<TimeseriesPoint> points, UUID message) {
        ObjectNode data = json.createObjectNode();
        ArrayNode series = data.putArray("timeseries");
        for (TimeseriesPoint point : points) {
            series.addObject().put("ts", point.ts()).set("values", object(point.values()));
        }
        messages.send(
                of(by, MessageType.TIMESERIES_UPDATED, entity, data, Map.of()).withId(message));
    }

    /**
     * A user has deleted time series of an entity.
     *
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     */
    public void timeseriesDeleted(
            SecurityUser by, TenantEntity entity, List<String> keys, long startTs, long endTs) {
        ObjectNode data = json.createObjectNode();
        ArrayNode names = data.putArray("timeseries");
        keys.forEach(names::add);
        data.put("startTs", startTs).put("endTs", endTs);
        messages.send(of(by, MessageType.TIMESERIES_DELETED, entity, data, Map.of()));
    }

    /**
     * A user has added or changed a relation. Each of its two entities gets a message.
     *
     * @param relation the relation as REST shows it
     */
    public void relationSaved(SecurityUser by, EntityId from, EntityId to, Object relation) {
        related(by, MessageType.RELATION_ADD_OR_UPDATE, from, to, relation);
    }

    /** A user has deleted a relation. Each of its two entities gets a message. */
    public void relationDeleted(SecurityUser by, EntityId from, EntityId to, Object relation) {
        related(by, MessageType.RELATION_DELETED, from, to, relation);
    }

    private void related(
            SecurityUser by, MessageType type, EntityId from, EntityId to, Object relation) {
        JsonNode data = json.valueToTree(relation);
        Metadata metadata = users.metadata(by);
        messages.send(message(by.tenantId(), from, type, null, metadata, data));
        if (!from.equals(to)) {
            messages.send(message(by.tenantId(), to, type, null, metadata, data));
        }
    }

    /** A user has deleted all relations of an entity. */
    public void relationsDeleted(SecurityUser by, TenantEntity entity) {
        messages.send(
                of(by, MessageType.RELATIONS_DELETED, entity, json.createObjectNode(), Map.of()));
    }

    private RuleMessage about(
            SecurityUser by,
            MessageType type,
            TenantEntity entity,
            Object body,
            Map<String, String> more) {
        return about(users.metadata(by), type, entity, body, more);
    }

    private RuleMessage about(
            Metadata who,
            MessageType type,
            TenantEntity entity,
            Object body,
            Map<String, String> more) {
        Metadata named =
                who.with("entityName", entity.name())
                        .with("entityType", entity.entityId().type().name());
        return of(named, type, entity, json.valueToTree(body), more);
    }

    private RuleMessage of(
            SecurityUser by,
            MessageType type,
            TenantEntity entity,
            JsonNode data,
            Map<String, String> more) {
        return of(users.metadata(by), type, entity, data, more);
    }

    private RuleMessage of(
            Metadata who,
            MessageType type,
            TenantEntity entity,
            JsonNode data,
            Map<String, String> more) {
        CustomerId customer = entity.assignedTo();
        Metadata metadata =
                who.with("customerId", customer == null ? null : customer.toString()).with(more);
        return message(entity.tenantId(), entity.entityId(), type, customer, metadata, data);
    }

    private RuleMessage message(
            TenantId tenant,
            EntityId originator,
            MessageType type,
            @Nullable CustomerId customer,
            Metadata metadata,
            JsonNode data) {
        return RuleMessage.of(
                        tenant, originator, type.name(), metadata, Payload.of(data), clock.millis())
                .withCustomer(customer);
    }

    private ObjectNode object(List<KeyValue> values) {
        ObjectNode object = json.createObjectNode();
        for (KeyValue each : values) {
            switch (each.value()) {
                case Value.BooleanValue(boolean truth) -> object.put(each.key(), truth);
                case Value.LongValue(long number) -> object.put(each.key(), number);
                case Value.DoubleValue(double number) -> object.put(each.key(), number);
                case Value.StringValue(String text) -> object.put(each.key(), text);
                case Value.JsonValue(String text) -> object.set(each.key(), json.readTree(text));
            }
        }
        return object;
    }
}
