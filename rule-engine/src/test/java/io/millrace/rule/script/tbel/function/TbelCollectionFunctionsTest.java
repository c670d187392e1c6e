// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.TbelExpressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelCollectionFunctionsTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    isMap({:}) | true
                    isMap(msg) | true
                    isMap([]) | false
                    isMap(null) | false
                    isList([]) | true
                    isList(new int[1]) | false
                    isList(null) | false
                    isSet(newSet()) | true
                    isSet([]) | false
                    isSet(null) | false
                    isArray(new int[1]) | true
                    isArray([]) | false
                    isArray(null) | false
                    newSet() | []
                    toSet([3, 1, 3, 'a']) | [3,1,"a"]
                    toSet([]).size() | 0
                    toSet([3, 1]).toSorted() | [1,3]
                    toSet([1]).toList() | [1]
                    toSet(null) | ! expected a list, got null
                    toSet('x') | ! expected a list, got the text "x"
                    toFlatMap({'a': {'b': [1, {'c': 2}]}, 'd': 3}) | {"a.b.0":1,"a.b.1.c":2,"d":3}
                    toFlatMap({'a': {'b': [1, {'c': 2}]}, 'd': 3}, false) | {"b.0":1,"c":2,"d":3}
                    toFlatMap({'a': {'b': 1, 'd': 2}, 'd': 3}, ['d']) | {"a.b":1}
                    toFlatMap({'a': {'b': 1, 'd': 2}, 'e': 3}, ['d'], false) | {"b":1,"e":3}
                    toFlatMap({'k': 'root', 'a': {'k': 'second'}}, false) | {"k":"second"}
                    toFlatMap({:}) | {}
                    toFlatMap([1]) | ! expected a map, got a collection
                    toFlatMap({:}, 5) | ! expected a list of keys, got the number 5
                    """)
    void tellsAndMakesCollections(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }
}
