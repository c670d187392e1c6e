// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.telemetry.Value;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Encodes messages to clients. */
final class Frames {

    static final int BAD_REQUEST = 2;
    static final int INTERNAL = 1;
    static final int UNAUTHORIZED = 3;

    static final String DATABASE_AWAY = "The database is unavailable; try again later";

    private Frames() {}

    /** The error code of a refusal. */
    static int codeOf(ApiException refusal) {
        return refusal.status() == HttpStatus.FORBIDDEN ? UNAUTHORIZED : BAD_REQUEST;
    }

    /**
     * A value to send.
     *
     * @param ts milliseconds since the epoch; 0 for a deleted value
     * @param value null if the value was deleted
     */
    record Sent(long ts, @Nullable Value value) {}

    /**
     * Encodes values of a subscription.
     *
     * @param data values by key, the newest last
     * @param strict whether values have their JSON types; else they are text
     */
    static String update(int subscription, Map<String, List<Sent>> data, boolean strict) {
        ObjectNode frame = head(subscription, 0, null);
        ObjectNode values = frame.putObject("data");
        ObjectNode latest = frame.putObject("latestValues");
        data.forEach((key, list) -> {
            ArrayNode points = values.putArray(key);
            long newest = 0;
            for (Sent sent : list.reversed()) {
                add(points.addArray().add(sent.ts()), sent.value(), strict);
                newest = Math.max(newest, sent.ts());
            }
            latest.put(key, newest);
        });
        return frame.toString();
    }

    private static void add(ArrayNode point, @Nullable Value value, boolean strict) {
        if (value == null) {
            if (strict) {
                point.addNull();
            } else {
                point.add("");
            }
        } else if (strict && value instanceof Value.JsonValue(String json)) {
            // Parsing would round its numbers.
            point.addRawValue(new RawValue(json));
        } else if (strict) {
            point.add(value.asJson());
        } else {
            point.add(value.asText());
        }
    }

    /** Encodes the states of a rule chain's nodes. */
    static String nodeStates(int subscription, JsonNode states) {
        ObjectNode frame = head(subscription, 0, null);
        frame.set("nodeStates", states);
        return frame.toString();
    }

    /** Encodes a page of alarms. */
    static String alarms(int cmdId, JsonNode page) {
        ObjectNode frame = head(cmdId, CommandType.ALARM_DATA);
        frame.set("data", page);
        frame.putNull("update");
        return frame.toString();
    }

    /** Encodes a number of alarms. */
    static String alarmCount(int cmdId, JsonNode count) {
        ObjectNode frame = head(cmdId, CommandType.ALARM_COUNT);
        frame.set("count", count);
        return frame.toString();
    }

    private static ObjectNode head(int cmdId, CommandType type) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("cmdId", cmdId)
                .put("errorCode", 0)
                .putNull("errorMsg")
                .put("cmdUpdateType", type.updateType().orElseThrow());
    }

    /** Encodes the error of a command in the shape of the answers to its type. */
    static String error(int cmdId, @Nullable CommandType type, int code, String message) {
        return type == null || type.updateType().isEmpty()
                ? error(cmdId, code, message)
                : error(cmdId, type.updateType().get(), code, message);
    }

    /** Encodes the error of a command that is answered by a {@code TIMESERIES} or {@code ATTRIBUTES} update. */
    static String error(int subscription, int code, String message) {
        ObjectNode frame = head(subscription, code, message);
        frame.putNull("data");
        frame.putNull("latestValues");
        return frame.toString();
    }

    private static ObjectNode head(int subscription, int code, @Nullable String message) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("subscriptionId", subscription)
                .put("errorCode", code)
                .put("errorMsg", message);
    }

    /** Encodes the error of a command that is answered by an update of another type. */
    static String error(int cmdId, String updateType, int code, String message) {
        ObjectNode frame =
                JsonMapper.shared()
                        .createObjectNode()
                        .put("cmdId", cmdId)
                        .put("errorCode", code)
                        .put("errorMsg", message)
                        .put("cmdUpdateType", updateType);
        frame.putNull("data");
        frame.putNull("update");
        return frame.toString();
    }
}
