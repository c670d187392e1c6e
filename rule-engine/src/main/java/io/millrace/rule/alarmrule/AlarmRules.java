// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The alarm rules of a profile, ready for evaluation. All devices of the profile share them.
 *
 * @param sets one for each type of alarm, in the order of the profile
 * @param keys the values of a device that the rules use
 * @param customerAttributes names of the customer's attributes that the rules use
 * @param tenantAttributes names of the tenant's attributes that the rules use
 * @param ruleCount number of create and clear rules of all sets
 * @param lasting whether a rule waits until its condition has lasted for a time
 */
public record AlarmRules(
        List<AlarmRuleSet> sets,
        RuleKeys keys,
        Set<String> customerAttributes,
        Set<String> tenantAttributes,
        int ruleCount,
        boolean lasting)
        implements ProfileAlarmRules {

    /** No rules. */
    public static final AlarmRules NONE =
            new AlarmRules(List.of(), RuleKeys.NONE, Set.of(), Set.of(), 0, false);

    public AlarmRules {
        sets = List.copyOf(sets);
        customerAttributes = Set.copyOf(customerAttributes);
        tenantAttributes = Set.copyOf(tenantAttributes);
    }

    /**
     * Reads the rules of a profile. Unknown properties are ignored.
     *
     * @param alarms value of {@code profileData.alarms}; a missing value and null are no rules
     * @throws AlarmRuleFaultException if the rules have a fault, with its place
     */
    public static AlarmRules parse(JsonNode alarms) {
        return new AlarmRulesParser().rules(JsonPlace.of("profileData.alarms", alarms));
    }

    public boolean isEmpty() {
        return sets.isEmpty();
    }

    /** True if the rules use attributes of the device's customer or tenant. */
    public boolean useOwnerAttributes() {
        return !customerAttributes.isEmpty() || !tenantAttributes.isEmpty();
    }
}
