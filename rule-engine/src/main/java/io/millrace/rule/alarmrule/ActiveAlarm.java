// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.id.AlarmId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmSeverity;

/**
 * The properties of an active alarm that its rules use.
 *
 * @param startTs milliseconds since the epoch
 * @param details a JSON value
 */
public record ActiveAlarm(AlarmId id, AlarmSeverity severity, long startTs, String details) {

    public static ActiveAlarm of(Alarm alarm) {
        return new ActiveAlarm(alarm.id(), alarm.severity(), alarm.startTs(), alarm.details());
    }
}
