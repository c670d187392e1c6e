// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import io.millrace.message.MessageJson;
import io.millrace.message.telemetry.Value;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where an entity is, in the form in which ThingsBoard stores it.
 *
 * @param inside whether it is inside the perimeter
 * @param stateSwitchTime when it entered or left the perimeter, in milliseconds since the epoch; 0: it was not seen yet
 * @param stayed whether it was reported to have stayed there
 * @param message id of the message that has changed this last, so that a retry of it has the same result; null: unknown
 */
record Presence(boolean inside, long stateSwitchTime, boolean stayed, @Nullable String message) {

    /** The presence of an entity that was not seen yet. */
    static final Presence UNKNOWN = new Presence(false, 0, false, null);

    private static final JsonMapper JSON = MessageJson.MAPPER;

    boolean isOf(UUID id) {
        return id.toString().equals(message);
    }

    boolean isSwitchedBy(boolean nowInside) {
        return stateSwitchTime == 0 || inside != nowInside;
    }

    static Presence switched(boolean inside, long now, UUID message) {
        return new Presence(inside, now, false, message.toString());
    }

    Presence stayed(UUID id) {
        return new Presence(inside, stateSwitchTime, true, id.toString());
    }

    /** Reads a stored value; one that is no presence counts as {@link #UNKNOWN}. */
    static Presence of(Value value) {
        String text =
                switch (value) {
                    case Value.StringValue(String string) -> string;
                    case Value.JsonValue(String json) -> json;
                    default -> "";
                };
        try {
            JsonNode json = JSON.readTree(text);
            return new Presence(
                    json.path("inside").asBoolean(false),
                    json.path("stateSwitchTime").asLong(0),
                    json.path("stayed").asBoolean(false),
                    json.path("message").stringValue(null));
        } catch (JacksonException _) {
            return UNKNOWN;
        }
    }

    Value value() {
        return new Value.StringValue(JSON.writeValueAsString(this));
    }
}
