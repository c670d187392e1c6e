// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionParserTest {

    private static final List<String> VARIABLES = List.of("x", "y", "rate_1");
    private static final double[] VALUES = {3, 5, 7};

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1 + 2 * 3     | 7
                    (1 + 2) * 3   | 9
                    10 - 4 - 3    | 3
                    24 / 4 / 2    | 3
                    7 % 4         | 3
                    2 ^ 3 ^ 2     | 512
                    -2 ^ 2        | -4
                    (-2) ^ 2      | 4
                    2 ^ -1        | 0.5
                    2 * -3        | -6
                    - - 3         | 3
                    +3            | 3
                    1 --2         | 3
                    [1 + {2}] * 2 | 6
                    .5 + 1.       | 1.5
                    1e3 + 1.5E-1  | 1000.15
                    """)
    void calculatesWithTheUsualOrderOfOperators(String text, double value) {
        assertThat(value(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "2x,6",
        "2x^2,18",
        "x y,15",
        "xy,15",
        "2(x + 1),8",
        "(x)(y),15",
        "(x)2,6",
        "x(y),15",
        "6/2x,9",
        "2sqrt(9),6",
        "rate_1x,21",
        "x2,6"
    })
    void multipliesWithoutASign(String text, double value) {
        assertThat(value(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "pi,3.141592653589793",
        "π,3.141592653589793",
        "e,2.718281828459045",
        "φ,1.61803398874",
        "2e,5.43656365691809"
    })
    void knowsConstants(String text, double value) {
        assertThat(value(text)).isEqualTo(value);
    }

    @Test
    void prefersAnArgumentToAConstant() {
        assertThat(ExpressionParser.parse("e + 1", List.of("e")).of(new double[] {2})).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    sin(pi/6)     | 0.5
                    cos(pi/3)     | 0.5
                    tan(pi/4)     | 1
                    cot(pi/4)     | 1
                    sec(pi/3)     | 2
                    csc(pi/6)     | 2
                    asin(1)       | 1.5707963267948966
                    acos(0)       | 1.5707963267948966
                    atan(1)       | 0.7853981633974483
                    sinh(1)       | 1.1752011936438014
                    cosh(1)       | 1.543080634815244
                    tanh(1)       | 0.7615941559557649
                    coth(1)       | 1.3130352854993312
                    sech(1)       | 0.6480542736638853
                    csch(1)       | 0.8509181282393216
                    sqrt(16)      | 4
                    cbrt(27)      | 3
                    abs(-2)       | 2
                    floor(-1.5)   | -2
                    ceil(1.2)     | 2
                    pow(2, 10)    | 1024
                    exp(1)        | 2.718281828459045
                    expm1(1)      | 1.718281828459045
                    signum(-8)    | -1
                    log(e)        | 1
                    ln(e^2)       | 2
                    log2(8)       | 3
                    log10(1000)   | 3
                    lg(100)       | 2
                    log1p(e - 1)  | 1
                    logab(2, 8)   | 3
                    toradian(180) | 3.141592653589793
                    todegree(pi)  | 180
                    """)
    void knowsFunctions(String text, double value) {
        assertThat(value(text)).isCloseTo(value, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 / 0", "1 % 0", "1 / (x - 3)", "cot(0)", "csc(0)"})
    void hasNoResultForADivisionByZero(String text) {
        Expression expression = ExpressionParser.parse(text, VARIABLES);

        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> expression.of(VALUES))
                .withMessage("division by zero");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1 +         | position 4: there must be a number, a variable, a function or a bracket, not the end
                    (1 + 2      | position 7: there must be a closing bracket, not the end
                    1 + 2)      | position 6: there must be an operator or the end, not ')'
                    2 3         | position 3: there must be an operator or the end, not '3'
                    * 2         | position 1: there must be a number, a variable, a function or a bracket, not '*'
                    1 + z       | position 5: "z" is neither an argument nor a function
                    sin x       | position 5: there must be a bracket after sin, not 'x'
                    sin()       | position 5: there must be a number, a variable, a function or a bracket, not ')'
                    pow(2)      | pow has 2 arguments, not 1
                    sin(1, 2)   | sin has 1 arguments, not 2
                    x = 1       | position 3: there must be an operator or the end, not '='
                    1; 2        | position 2: there must be an operator or the end, not ';'
                    """)
    void saysWhereATextIsNoExpression(String text, String fault) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExpressionParser.parse(text, VARIABLES))
                .withMessage(fault);
    }

    private static double value(String text) {
        return ExpressionParser.parse(text, VARIABLES).of(VALUES);
    }
}
