// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import static io.millrace.rule.script.ScriptCalls.message;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelMatchOperatorTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    private static final RuleMessage MESSAGE = message("{\"s\":\"12.5\",\"l\":[\"a\"]}");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    msg.s ~= "1.*" | true
                    msg.s ~= "2.*" | false
                    msg['s']~='1.*' | true
                    msg.l[0] ~= '[a-c]' | true
                    12 ~= '1.*' | true
                    12.5 ~= '1.*' | true
                    null ~= 'null' | true
                    msg.?none.?deeper ~= 'null' | true
                    'a\\nb' ~= 'a.b' | false
                    '12' ~= '1' + '.*' | false.*
                    '12' ~= '(1)2' ? 'y' : 'n' | y
                    '12' ~= '1.*' && true | true
                    true && msg.s ~= '1.*' | true
                    !(msg.s ~= '1.*') | false
                    (msg.s) ~= '1.*' | true
                    (msg.s ~= '1.*') ~= 'true' | true
                    'true' ~= (msg.s ~= '1.*') | true
                    ('1' + '2') ~= ('1' + '.*') | true
                    msg.s.substring(1) ~= '2.*'.trim() | true
                    new Date(0).toISOString() ~= '1970.*' | true
                    [msg.s ~= '1.*', msg.s ~= '2.*'] | [true,false]
                    isNaN(1) ~= 'false' | true
                    msg.s /* ~= */ ~= /* and */ '1.*' | true
                    'a ~= b' ~= '.* ~= .*' | true
                    """)
    void tellsWhetherAWholeTextMatches(String expression, @Nullable String result) {
        tbel.assertReturns(MESSAGE, expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    if (msg.s ~= '1.*') { return 'one' } return 'other' | one
                    foreach (x : ['a', '1']) { if (x ~= '[0-9]+') { return x } } | 1
                    var p = '1.*'; var found = msg.s ~= p; return found | true
                    def isNumber(x) { return x ~= '[0-9.]+' } return isNumber(msg.s) | true
                    """)
    void standsInStatements(String body, @Nullable String result) {
        tbel.assertBodyReturns(MESSAGE, body, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    # java.util.regex would need longer than the universe exists
                    ('a'.repeat(10000) + '!') ~= '(a+)+' | false
                    '12' ~= '(' | ! the operator ~= cannot use the expression
                    '11' ~= '(1)\\\\1' | ! text.matches(expression) takes all of Java's
                    '12' ~= '1(?=2).*' | ! the operator ~= cannot use the expression
                    'a' ~= '[a-z&&[^b]]' | ! classes within classes
                    '12' ~= '(?!3).*' | true
                    """)
    void runsInLinearTime(String expression, @Nullable String result) {
        tbel.assertReturns(MESSAGE, expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    return msg.s ~= '1' ~= 'true' | ~= cannot follow another one without parentheses (line 1, column 21)
                    return ~= '1' + 1 | expected a value before ~= and one after it, or parentheses (line 1, column 8)
                    return msg.s ~= ; | expected a value before ~= and one after it, or parentheses (line 1, column 14)
                    return msg.s ~= -1 | expected a value before ~= and one after it, or parentheses (line 1, column 14)
                    return $matches('a', 'a') | the name "$matches" is reserved (line 1, column 8)
                    """)
    void isRefusedWithoutOperands(String body, String error) {
        assertThatThrownBy(() -> tbel.script(body))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("script: " + error);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    var a = msg.s ~= '1.*'; return toInt('x') | ! (line 1, column 32)
                    return toInt('x') + (msg.s ~= '1.*') | ! (line 1, column 8)
                    """)
    void leavesTheColumnsOfErrorsAlone(String body, String error) {
        tbel.assertBodyReturns(MESSAGE, body, error);
    }
}
