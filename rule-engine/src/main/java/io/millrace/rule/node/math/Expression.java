// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

/**
 * An arithmetic expression of numbered variables, in the grammar that ThingsBoard's users know (that of the library
 * exp4j). It has no loops, no memory and no access to anything but its variables, so its cost is bounded by its length.
 */
@FunctionalInterface
interface Expression {

    /**
     * Returns the value for the values of the variables.
     *
     * @throws ArithmeticException if a divisor is zero
     */
    double of(double[] variables);
}
