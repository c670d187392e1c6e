// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A function that expressions can call.
 *
 * @param arguments number of arguments
 */
record ExpressionFunction(String name, int arguments, ToDoubleFunction<double[]> body) {

    private static final double LN_2 = Math.log(2);

    /** All functions, by name. */
    static final Map<String, ExpressionFunction> ALL =
            Stream.of(
                            one("sin", Math::sin),
                            one("cos", Math::cos),
                            one("tan", Math::tan),
                            one("cot", x -> reciprocal(Math.tan(x))),
                            one("sec", x -> reciprocal(Math.cos(x))),
                            one("csc", x -> reciprocal(Math.sin(x))),
                            one("asin", Math::asin),
                            one("acos", Math::acos),
                            one("atan", Math::atan),
                            one("sinh", Math::sinh),
                            one("cosh", Math::cosh),
                            one("tanh", Math::tanh),
                            one("coth", x -> reciprocal(Math.tanh(x))),
                            one("sech", x -> reciprocal(Math.cosh(x))),
                            one("csch", x -> reciprocal(Math.sinh(x))),
                            one("sqrt", Math::sqrt),
                            one("cbrt", Math::cbrt),
                            one("abs", Math::abs),
                            one("floor", Math::floor),
                            one("ceil", Math::ceil),
                            one("exp", Math::exp),
                            one("expm1", Math::expm1),
                            one("signum", Math::signum),
                            one("log", Math::log),
                            one("ln", Math::log),
                            one("log2", x -> Math.log(x) / LN_2),
                            one("log10", Math::log10),
                            one("lg", Math::log10),
                            one("log1p", Math::log1p),
                            one("toradian", Math::toRadians),
                            one("todegree", Math::toDegrees),
                            two("pow", Math::pow),
                            two("logab", (base, x) -> Math.log(x) / Math.log(base)))
                    .collect(Collectors.toMap(ExpressionFunction::name, each -> each));

    private static ExpressionFunction one(String name, DoubleUnaryOperator body) {
        return new ExpressionFunction(name, 1, x -> body.applyAsDouble(x[0]));
    }

    private static ExpressionFunction two(String name, DoubleBinaryOperator body) {
        return new ExpressionFunction(name, 2, x -> body.applyAsDouble(x[0], x[1]));
    }

    private static double reciprocal(double divisor) {
        return Division.of(1, divisor);
    }
}
