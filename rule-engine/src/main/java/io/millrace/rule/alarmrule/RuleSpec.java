// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import java.util.concurrent.TimeUnit;

/** How often or how long a condition must hold. */
public sealed interface RuleSpec {

    /** Once. */
    record Simple() implements RuleSpec {}

    /** For longer than a time, without a value in between for which it does not hold. */
    record Lasting(TimeUnit unit, Threshold required) implements RuleSpec {

        /** So much that no sum of it and a time overflows. */
        private static final long MOST = Long.MAX_VALUE / 4;

        long millis(EvaluationContext context) {
            return Math.min(MOST, unit.toMillis(required.resolved(context)));
        }
    }

    /** For a number of values, without one in between for which it does not hold. */
    record Repeating(Threshold required) implements RuleSpec {}
}
