// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.id.AlarmId;
import io.millrace.rule.alarm.AlarmSeverity;
import org.jspecify.annotations.Nullable;

/** A change of an alarm that an evaluation calls for. */
public sealed interface AlarmDecision {

    AlarmRuleSet set();

    RuleSpec spec();

    /** How often or for how many milliseconds the condition of the rule has held; 0 for a rule without a count. */
    long occurrence();

    /**
     * The alarm is created, or the active one is changed.
     *
     * @param startTs milliseconds since the epoch
     * @param endTs milliseconds since the epoch, not before {@code startTs}
     * @param details a JSON value
     */
    record Raise(
            AlarmRuleSet set,
            RuleSpec spec,
            long occurrence,
            AlarmSeverity severity,
            long startTs,
            long endTs,
            String details)
            implements AlarmDecision {}

    /**
     * The alarm is cleared.
     *
     * @param details a JSON value, or null: they stay
     */
    record Clear(AlarmRuleSet set, RuleSpec spec, AlarmId alarm, @Nullable String details)
            implements AlarmDecision {

        /** The state of the rules is reset when the alarm is cleared. */
        @Override
        public long occurrence() {
            return 0;
        }
    }
}
