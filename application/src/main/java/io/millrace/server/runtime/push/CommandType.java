// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ThingsBoard's types of commands. A type without an implementation is answered with an error. */
enum CommandType {
    ATTRIBUTES("attrSubCmds", null, null),
    TIMESERIES("tsSubCmds", null, null),
    TIMESERIES_HISTORY("historyCmds", null, null),
    ENTITY_DATA("entityDataCmds", null, "ENTITY_DATA"),
    ENTITY_COUNT("entityCountCmds", null, "COUNT_DATA"),
    ALARM_DATA("alarmDataCmds", null, "ALARM_DATA"),
    ALARM_COUNT("alarmCountCmds", null, "ALARM_COUNT_DATA"),
    ALARM_STATUS(null, null, "ALARM_STATUS"),
    NOTIFICATIONS(null, null, "NOTIFICATIONS"),
    NOTIFICATIONS_COUNT(null, null, "NOTIFICATIONS_COUNT"),
    MARK_NOTIFICATIONS_AS_READ(null, null, "NOTIFICATIONS"),
    MARK_ALL_NOTIFICATIONS_AS_READ(null, null, "NOTIFICATIONS"),
    ENTITY_DATA_UNSUBSCRIBE("entityDataUnsubscribeCmds", ENTITY_DATA, null),
    ENTITY_COUNT_UNSUBSCRIBE("entityCountUnsubscribeCmds", ENTITY_COUNT, null),
    ALARM_DATA_UNSUBSCRIBE("alarmDataUnsubscribeCmds", ALARM_DATA, null),
    ALARM_COUNT_UNSUBSCRIBE("alarmCountUnsubscribeCmds", ALARM_COUNT, null),
    ALARM_STATUS_UNSUBSCRIBE(null, ALARM_STATUS, null),
    NOTIFICATIONS_UNSUBSCRIBE(null, NOTIFICATIONS, null);

    private final @Nullable String wrapper;
    private final @Nullable CommandType ends;
    private final @Nullable String updateType;

    CommandType(
            @Nullable String wrapper, @Nullable CommandType ends, @Nullable String updateType) {
        this.wrapper = wrapper;
        this.ends = ends;
        this.updateType = updateType;
    }

    /** The key of the older list of such commands, which have no {@code type}. */
    Optional<String> wrapper() {
        return Optional.ofNullable(wrapper);
    }

    /** The type of the subscriptions that a command of this type ends. */
    Optional<CommandType> ends() {
        return Optional.ofNullable(ends);
    }

    /** The {@code cmdUpdateType} of answers; empty for the types that are answered with a {@code subscriptionId}. */
    Optional<String> updateType() {
        return Optional.ofNullable(updateType);
    }
}
