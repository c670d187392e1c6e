// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.MessageJson;
import io.millrace.message.telemetry.Value;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes the details of alarms. */
final class AlarmDetails {

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private AlarmDetails() {}

    /** Returns the details that a rule describes as JSON, or null if it describes none. */
    static @Nullable String of(AlarmRule rule, EvaluationContext context) {
        String template = rule.details() == null ? "" : rule.details();
        if (template.isEmpty() && rule.dashboard() == null) {
            return null;
        }
        ObjectNode details = JSON.createObjectNode();
        if (!template.isEmpty()) {
            details.put("data", filled(template, rule, context));
        }
        if (rule.dashboard() != null) {
            details.put("dashboardId", rule.dashboard());
        }
        return details.toString();
    }

    /** Replaces the placeholders in one pass, so that a value with a placeholder stays as it is. */
    private static String filled(String template, AlarmRule rule, EvaluationContext context) {
        StringBuilder filled = new StringBuilder(template.length());
        int copied = 0;
        for (int start = template.indexOf("${");
                start >= 0;
                start = template.indexOf("${", Math.max(start + 2, copied))) {
            int end = template.indexOf('}', start);
            @Nullable Value value =
                    end < 0 ? null : value(template.substring(start + 2, end), rule, context);
            if (value != null) {
                filled.append(template, copied, start).append(value.asText());
                copied = end + 1;
            }
        }
        return filled.append(template, copied, template.length()).toString();
    }

    private static @Nullable Value value(String name, AlarmRule rule, EvaluationContext context) {
        for (ConditionFilter filter : rule.condition()) {
            if (filter.key() instanceof FilterKey.OfDevice(RuleKey key)
                    && key.name().equals(name)) {
                return context.deviceValue(key.slot());
            }
        }
        return null;
    }
}
