// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import org.jspecify.annotations.Nullable;

/**
 * The number that a rule requires of repetitions or of units of time.
 *
 * @param defaultValue used if the dynamic value has no attribute
 */
public record Threshold(long defaultValue, @Nullable DynamicValue dynamic) {

    /** @throws IllegalArgumentException if the attribute is no integer, with its name */
    long resolved(EvaluationContext context) {
        @Nullable Value value = context.resolve(dynamic);
        if (value == null || dynamic == null) {
            return defaultValue;
        }
        try {
            return Conversions.integer(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "attribute \"%s\": an alarm rule requires a whole number, but it is %s"
                            .formatted(dynamic.attribute(), Excerpt.of(value.asText())),
                    e);
        }
    }
}
