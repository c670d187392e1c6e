// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import tools.jackson.databind.JsonNode;

/** The alarm rules of a device profile: rules that can be evaluated, or the reason why they cannot. */
public sealed interface ProfileAlarmRules permits AlarmRules, FaultyAlarmRules {

    /** Returns the rules of a stored profile. */
    static ProfileAlarmRules of(JsonNode alarms) {
        try {
            return AlarmRules.parse(alarms);
        } catch (AlarmRuleFaultException e) {
            return new FaultyAlarmRules(String.valueOf(e.getMessage()));
        }
    }
}
