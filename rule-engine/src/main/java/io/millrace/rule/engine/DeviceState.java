// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Attribute;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A device's presence, as stored in its server-scope attributes. Times are milliseconds since the epoch; 0 means never.
 */
record DeviceState(
        boolean active,
        long lastConnectTime,
        long lastActivityTime,
        long lastDisconnectTime,
        long inactivityAlarmTime,
        long inactivityTimeout) {

    static final List<String> KEYS =
            List.of(
                    "active",
                    "lastConnectTime",
                    "lastActivityTime",
                    "lastDisconnectTime",
                    "inactivityAlarmTime",
                    "inactivityTimeout");

    /** Reads the state from the attributes; {@code defaultTimeout} applies if they set no timeout. */
    static DeviceState of(List<Attribute> attributes, long defaultTimeout) {
        Map<String, Value> values =
                attributes.stream()
                        .map(Attribute::keyValue)
                        .collect(Collectors.toMap(KeyValue::key, KeyValue::value));
        long timeout = number(values, "inactivityTimeout");
        return new DeviceState(
                values.get("active") instanceof BooleanValue(boolean active) && active,
                number(values, "lastConnectTime"),
                number(values, "lastActivityTime"),
                number(values, "lastDisconnectTime"),
                number(values, "inactivityAlarmTime"),
                timeout > 0 ? timeout : defaultTimeout);
    }

    private static long number(Map<String, Value> values, String key) {
        return values.get(key) instanceof LongValue(long number) ? number : 0;
    }

    DeviceState connected(long at) {
        return new DeviceState(
                active,
                at,
                lastActivityTime,
                lastDisconnectTime,
                inactivityAlarmTime,
                inactivityTimeout);
    }

    DeviceState disconnected(long at) {
        return new DeviceState(
                active,
                lastConnectTime,
                lastActivityTime,
                at,
                inactivityAlarmTime,
                inactivityTimeout);
    }

    DeviceState activeAt(long at) {
        return new DeviceState(
                true,
                lastConnectTime,
                Math.max(at, lastActivityTime),
                lastDisconnectTime,
                0,
                inactivityTimeout);
    }

    DeviceState inactiveSince(long at) {
        return new DeviceState(
                false,
                lastConnectTime,
                lastActivityTime,
                lastDisconnectTime,
                at,
                inactivityTimeout);
    }

    /**
     * Adds what another instance, or an earlier one, has stored: the later times, the stored time-out, and the stored
     * activity unless this state has seen a later one.
     */
    DeviceState joinedWith(DeviceState stored) {
        DeviceState later = stored.lastActivityTime >= lastActivityTime ? stored : this;
        return new DeviceState(
                later.active,
                Math.max(lastConnectTime, stored.lastConnectTime),
                later.lastActivityTime,
                Math.max(lastDisconnectTime, stored.lastDisconnectTime),
                later.inactivityAlarmTime,
                stored.inactivityTimeout);
    }

    /** The time at which the device becomes inactive if it shows no further activity. */
    long silentAt() {
        return lastActivityTime > Long.MAX_VALUE - inactivityTimeout
                ? Long.MAX_VALUE
                : lastActivityTime + inactivityTimeout;
    }

    boolean isSilentAt(long now) {
        return now >= silentAt();
    }

    /** The payload of the message about a connection, which says nothing about activity. */
    ObjectNode jsonOfConnect() {
        ObjectNode json = json();
        json.remove("active");
        return json;
    }

    /** The payload of the device's life-cycle messages. */
    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("active", active)
                .put("lastConnectTime", lastConnectTime)
                .put("lastActivityTime", lastActivityTime)
                .put("lastDisconnectTime", lastDisconnectTime)
                .put("lastInactivityAlarmTime", inactivityAlarmTime)
                .put("inactivityTimeout", inactivityTimeout);
    }
}
