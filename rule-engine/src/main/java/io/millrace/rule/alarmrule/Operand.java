// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import org.jspecify.annotations.Nullable;

/**
 * The right side of a comparison.
 *
 * @param defaultValue used if the dynamic value has no attribute, or one of another type; null: none
 */
public record Operand(@Nullable Value defaultValue, @Nullable DynamicValue dynamic) {

    /**
     * Returns the value.
     *
     * @param dynamicOnly whether the default value does not count
     * @return null: none, so that the comparison is false
     */
    @Nullable Value resolved(EvaluationContext context, boolean dynamicOnly) {
        @Nullable Value value = context.resolve(dynamic);
        return value != null ? value : fallback(dynamicOnly);
    }

    /** Returns the value as a number; {@link Conversions#NO_NUMBER}: none. */
    double number(EvaluationContext context, boolean dynamicOnly) {
        @Nullable Value value = context.resolve(dynamic);
        double number = value == null ? Conversions.NO_NUMBER : Conversions.number(value);
        @Nullable Value fallback = fallback(dynamicOnly);
        return Double.isNaN(number) && fallback != null ? Conversions.number(fallback) : number;
    }

    private @Nullable Value fallback(boolean dynamicOnly) {
        return dynamicOnly ? null : defaultValue;
    }
}
