// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import org.jspecify.annotations.Nullable;

/** A part of a condition: a comparison of one value. */
public record ConditionFilter(FilterKey key, ValuePredicate predicate) {

    boolean holds(EvaluationContext context) {
        return switch (key) {
            case FilterKey.OfDevice(RuleKey of) -> {
                @Nullable Value value = context.deviceValue(of.slot());
                yield value != null && predicate.holds(value, context, false);
            }
            case FilterKey.Constant(@Nullable Value value) ->
                    value != null && predicate.holds(value, context, true);
        };
    }
}
