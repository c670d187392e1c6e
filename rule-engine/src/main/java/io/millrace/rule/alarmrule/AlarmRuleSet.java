// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules for one type of alarm.
 *
 * @param index number of the set in the profile
 * @param id id of the set, unique in the profile; the state of its rules is stored under it
 * @param createRules from the most to the least severe
 * @param clearRule null: the rules never clear the alarm
 */
public record AlarmRuleSet(
        int index,
        String id,
        String alarmType,
        List<CreateRule> createRules,
        @Nullable AlarmRule clearRule,
        AlarmPropagation propagation) {

    public AlarmRuleSet {
        createRules = List.copyOf(createRules);
    }

    /** A rule that raises the alarm with a severity. */
    public record CreateRule(AlarmSeverity severity, AlarmRule rule) {}
}
