// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.message.RuleMessage;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.node.Template;

/**
 * An alarm of the originator of each message, as the node's configuration describes it.
 *
 * @param severity the name of a severity after its placeholders are resolved
 */
record ConfiguredAlarm(Template type, Template severity, AlarmPropagation propagation)
        implements AlarmSource {

    @Override
    public Wanted alarm(RuleMessage message) {
        String name = severity.resolve(message);
        return new Wanted(
                message.originator(),
                type.resolve(message),
                AlarmSeverity.of(name)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "severity: \"%s\" is not a severity of alarms"
                                                .formatted(name))),
                propagation,
                0,
                0,
                null);
    }
}
