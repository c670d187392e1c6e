// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Types of commands: ThingsBoard's, and one more. A type without an implementation is answered with an error. */
enum CommandType {
    ATTRIBUTES("attrSubCmds", null),
    TIMESERIES("tsSubCmds", null),
    TIMESERIES_HISTORY("historyCmds", null),
    ENTITY_DATA("entityDataCmds", "ENTITY_DATA"),
    ENTITY_COUNT("entityCountCmds", "COUNT_DATA"),
    ALARM_DATA("alarmDataCmds", "ALARM_DATA"),
    ALARM_COUNT("alarmCountCmds", "ALARM_COUNT_DATA"),
    ALARM_STATUS(null, "ALARM_STATUS"),
    NOTIFICATIONS(null, "NOTIFICATIONS"),
    NOTIFICATIONS_COUNT(null, "NOTIFICATIONS_COUNT"),
    MARK_NOTIFICATIONS_AS_READ(null, "NOTIFICATIONS"),
    MARK_ALL_NOTIFICATIONS_AS_READ(null, "NOTIFICATIONS"),
    ENTITY_DATA_UNSUBSCRIBE("entityDataUnsubscribeCmds", null),
    ENTITY_COUNT_UNSUBSCRIBE("entityCountUnsubscribeCmds", null),
    ALARM_DATA_UNSUBSCRIBE("alarmDataUnsubscribeCmds", null),
    ALARM_COUNT_UNSUBSCRIBE("alarmCountUnsubscribeCmds", null),
    ALARM_STATUS_UNSUBSCRIBE(null, null),
    NOTIFICATIONS_UNSUBSCRIBE(null, null),

    /** States and figures of a rule chain's nodes; ThingsBoard has no such command. */
    RULE_NODE_STATES(null, null);

    private final @Nullable String wrapper;
    private final @Nullable String updateType;

    CommandType(@Nullable String wrapper, @Nullable String updateType) {
        this.wrapper = wrapper;
        this.updateType = updateType;
    }

    /** The key of the older list of such commands, which have no {@code type}. */
    Optional<String> wrapper() {
        return Optional.ofNullable(wrapper);
    }

    /**
     * The {@code cmdUpdateType} of answers; empty for the types that are answered with a {@code subscriptionId}, and
     * for those that end a subscription.
     */
    Optional<String> updateType() {
        return Optional.ofNullable(updateType);
    }
}
