// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

/** Thrown if the JSON of alarm rules has a fault; the message begins with its place. */
public final class AlarmRuleFaultException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    AlarmRuleFaultException(String place, String problem) {
        super(place + ": " + problem);
    }
}
