// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.TbelExpressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelJsonTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    JSON.stringify({'a': [1, null, 'x'], 'b': true}) | {"a":[1,null,"x"],"b":true}
                    JSON.stringify(null) | null
                    JSON.stringify('x') | "x"
                    JSON.stringify(new Date(0)) == JSON.stringify(new Date(0).toString()) | true
                    JSON.parse('{"a":[1]}').a | [1]
                    JSON.parse(null) | null
                    JSON.parse('{') | ! expected JSON, got "{"
                    """)
    void readsAndWritesJson(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }
}
