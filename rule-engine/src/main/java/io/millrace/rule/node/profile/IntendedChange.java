// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.MessageJson;
import io.millrace.message.Payload;
import io.millrace.message.id.AlarmId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarmrule.ActiveAlarm;
import io.millrace.rule.alarmrule.AlarmDecision;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change of an alarm that is about to be made, with the alarm as it is before. Compared with the stored alarm, it tells
 * later whether the change was made.
 *
 * @param clears true if the alarm is to be cleared; else it is to be created or made more severe
 * @param alarm id of the active alarm; null: there is none
 * @param severity its severity; null: there is none
 * @param occurrence as {@link AlarmDecision#occurrence}
 */
record IntendedChange(
        String alarmType,
        boolean clears,
        @Nullable UUID alarm,
        @Nullable AlarmSeverity severity,
        long occurrence) {

    private record Content(List<IntendedChange> changes) {}

    static IntendedChange of(AlarmDecision decision, TrackedDevice device) {
        @Nullable ActiveAlarm active = device.state().alarm(decision.set());
        return new IntendedChange(
                decision.set().alarmType(),
                decision instanceof AlarmDecision.Clear,
                active == null ? null : active.id().id(),
                active == null ? null : active.severity(),
                decision.occurrence());
    }

    static Payload payloadOf(List<IntendedChange> changes) {
        return Payload.of(MessageJson.MAPPER.valueToTree(new Content(changes)));
    }

    static List<IntendedChange> of(Payload payload) {
        return MessageJson.MAPPER.treeToValue(payload.json(), Content.class).changes();
    }

    /** True if a stored alarm shows that the change was made. */
    boolean isMadeIn(Alarm stored) {
        return clears ? stored.status().isCleared() : stored.severity() != severity;
    }

    @Nullable AlarmId alarmId() {
        return alarm == null ? null : new AlarmId(alarm);
    }
}
