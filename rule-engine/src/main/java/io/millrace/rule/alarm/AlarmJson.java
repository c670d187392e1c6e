// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

import io.millrace.message.MessageJson;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of alarms: that of ThingsBoard's {@code Alarm}. */
public final class AlarmJson {

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private AlarmJson() {}

    /** Returns the JSON of an alarm, without the names of its originator and its assignee. */
    public static ObjectNode of(Alarm alarm) {
        ObjectNode json = JSON.createObjectNode();
        json.set("id", id(EntityType.ALARM, alarm.id().id()));
        json.put("createdTime", alarm.createdTime());
        json.set("tenantId", id(EntityType.TENANT, alarm.tenant().id()));
        json.set(
                "customerId",
                id(EntityType.CUSTOMER, alarm.customer() == null ? null : alarm.customer().id()));
        json.put("type", alarm.type());
        json.put("name", alarm.type());
        json.set("originator", id(alarm.originator().type(), alarm.originator().id()));
        json.put("severity", alarm.severity().name());
        json.put("acknowledged", alarm.status().isAcknowledged());
        json.put("cleared", alarm.status().isCleared());
        json.put("status", alarm.status().name());
        json.set(
                "assigneeId",
                id(EntityType.USER, alarm.assignee() == null ? null : alarm.assignee().id()));
        json.put("startTs", alarm.startTs());
        json.put("endTs", alarm.endTs());
        json.put("ackTs", alarm.ackTs());
        json.put("clearTs", alarm.clearTs());
        json.put("assignTs", alarm.assignTs());
        json.set("details", JSON.readTree(alarm.details()));
        AlarmPropagation propagation = alarm.propagation();
        json.put("propagate", propagation.related());
        json.put("propagateToOwner", propagation.owner());
        json.put("propagateToTenant", propagation.tenant());
        ArrayNode types = json.putArray("propagateRelationTypes");
        propagation.relationTypes().forEach(types::add);
        return json;
    }

    private static JsonNode id(EntityType type, @Nullable UUID id) {
        if (id == null) {
            return JSON.nullNode();
        }
        return JSON.createObjectNode().put("entityType", type.name()).put("id", id.toString());
    }

    /**
     * Returns the originator that the JSON of an alarm names, or null if it names none.
     *
     * @throws IllegalArgumentException if it is not the id of an entity
     */
    public static @Nullable EntityId originator(JsonNode alarm) {
        JsonNode originator = alarm.path("originator");
        if (originator.isMissingNode() || originator.isNull()) {
            return null;
        }
        try {
            return new EntityId(
                    EntityType.valueOf(originator.path("entityType").asString("")),
                    UUID.fromString(originator.path("id").asString("")));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "originator: expected the type and the id of an entity, got " + originator, e);
        }
    }
}
