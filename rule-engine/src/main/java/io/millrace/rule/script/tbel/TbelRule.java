// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.value.MeteredContext;
import org.jspecify.annotations.Nullable;

/**
 * An allowed method or constructor.
 *
 * @param name its name with its class, for errors
 * @param cost what it could need, checked before each call
 */
record TbelRule(String name, Cost cost) {

    /** Estimates what a call could need from the sizes of its arguments. */
    @FunctionalInterface
    interface Cost {

        /**
         * @param name the method, for the error
         * @param arguments before or after their conversion to the types of the parameters
         * @throws io.millrace.rule.script.tbel.value.TooLargeException if it could exceed a bound
         */
        void check(
                MeteredContext context,
                String name,
                @Nullable Object target,
                @Nullable Object[] arguments);
    }

    void check(MeteredContext context, @Nullable Object target, @Nullable Object[] arguments) {
        cost.check(context, name, target, arguments);
    }

    boolean isFree() {
        return cost.equals(TbelCosts.FREE);
    }
}
