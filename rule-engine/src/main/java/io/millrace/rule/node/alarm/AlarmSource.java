// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import org.jspecify.annotations.Nullable;

/** Where a node takes an alarm from: its own configuration, or the payload of each message. */
sealed interface AlarmSource permits ConfiguredAlarm, MessageAlarm {

    /**
     * Returns the alarm that a message calls for.
     *
     * @throws IllegalArgumentException if the message lacks something, with its name
     */
    Wanted alarm(RuleMessage message);

    /**
     * An alarm without its details.
     *
     * @param startTs milliseconds since the epoch; 0: the time of the message
     * @param endTs milliseconds since the epoch; 0: the start of a new alarm, and now for an active one
     * @param details JSON text, or null: the script makes them
     */
    record Wanted(
            EntityId originator,
            String type,
            AlarmSeverity severity,
            AlarmPropagation propagation,
            long startTs,
            long endTs,
            @Nullable String details) {}
}
