// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

/** Division in expressions, which has no result for the divisor zero. */
final class Division {

    private Division() {}

    /** @throws ArithmeticException if the divisor is zero */
    static double of(double dividend, double divisor) {
        return dividend / notZero(divisor);
    }

    /** @throws ArithmeticException if the divisor is zero */
    static double remainder(double dividend, double divisor) {
        return dividend % notZero(divisor);
    }

    private static double notZero(double divisor) {
        if (divisor == 0) {
            throw new ArithmeticException("division by zero");
        }
        return divisor;
    }
}
