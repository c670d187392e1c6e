// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The operations, with ThingsBoard's names. Except {@link #CUSTOM} they are those of {@link Math}. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum Operation {
    ADD((a, b) -> a + b),
    SUB((a, b) -> a - b),
    MULT((a, b) -> a * b),
    DIV((a, b) -> a / b),
    SIN(Math::sin),
    SINH(Math::sinh),
    COS(Math::cos),
    COSH(Math::cosh),
    TAN(Math::tan),
    TANH(Math::tanh),
    ACOS(Math::acos),
    ASIN(Math::asin),
    ATAN(Math::atan),
    ATAN2(Math::atan2),
    EXP(Math::exp),
    EXPM1(Math::expm1),
    SQRT(Math::sqrt),
    CBRT(Math::cbrt),
    /** The exponent of the number in binary form. */
    GET_EXP(Math::getExponent, true),
    HYPOT(Math::hypot),
    /** To the base e. */
    LOG(Math::log),
    LOG10(Math::log10),
    LOG1P(Math::log1p),
    CEIL(Math::ceil, true),
    FLOOR(Math::floor, true),
    /** Of the integer parts. */
    FLOOR_DIV((a, b) -> Math.floorDiv((long) a, (long) b)),
    /** Of the integer parts. */
    FLOOR_MOD((a, b) -> Math.floorMod((long) a, (long) b)),
    ABS(Math::abs),
    MIN(Math::min),
    MAX(Math::max),
    POW(Math::pow),
    SIGNUM(Math::signum),
    /** Degrees to radians. */
    RAD(Math::toRadians),
    /** Radians to degrees. */
    DEG(Math::toDegrees),
    /** An expression of the user. */
    CUSTOM;

    private final @Nullable DoubleUnaryOperator unary;
    private final @Nullable DoubleBinaryOperator binary;
    private final boolean integer;

    Operation() {
        this(null, null, false);
    }

    Operation(DoubleUnaryOperator unary) {
        this(unary, null, false);
    }

    Operation(DoubleUnaryOperator unary, boolean integer) {
        this(unary, null, integer);
    }

    Operation(DoubleBinaryOperator binary) {
        this(null, binary, false);
    }

    Operation(
            @Nullable DoubleUnaryOperator unary,
            @Nullable DoubleBinaryOperator binary,
            boolean integer) {
        this.unary = unary;
        this.binary = binary;
        this.integer = integer;
    }

    /** Returns the number of arguments, or -1 for any number. */
    int arguments() {
        if (unary != null) {
            return 1;
        }
        return binary == null ? -1 : 2;
    }

    /** True if the result is an integer whatever precision is configured. */
    boolean isInteger() {
        return integer;
    }

    /**
     * Calculates the result for as many arguments as the operation has.
     *
     * @throws ArithmeticException if there is no result
     */
    double apply(double[] arguments) {
        if (unary != null) {
            return unary.applyAsDouble(arguments[0]);
        }
        if (binary != null) {
            return binary.applyAsDouble(arguments[0], arguments[1]);
        }
        throw new IllegalStateException(this + " is calculated by an expression");
    }
}
