// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule that creates or clears an alarm.
 *
 * @param index number of the rule in the profile
 * @param condition all of them must hold
 * @param spec how often or how long the condition must hold
 * @param schedule when the rule is active
 * @param details template of the alarm's details, or null
 * @param dashboard id of a dashboard that the alarm's details name, or null
 * @param keys the slots of the values whose change leads to an evaluation of this rule; must not be changed
 */
public record AlarmRule(
        int index,
        List<ConditionFilter> condition,
        RuleSpec spec,
        Schedule schedule,
        @Nullable String details,
        @Nullable String dashboard,
        BitSet keys) {

    public AlarmRule {
        condition = List.copyOf(condition);
    }

    boolean isAffectedBy(BitSet changedKeys) {
        return keys.intersects(changedKeys);
    }

    boolean holds(EvaluationContext context) {
        for (ConditionFilter filter : condition) {
            if (!filter.holds(context)) {
                return false;
            }
        }
        return true;
    }
}
