// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.telemetry;

import io.millrace.rule.script.tbel.TbelExpressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelTextFunctionsTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    btoa('Hello, world') | SGVsbG8sIHdvcmxk
                    btoa('hé') | aMOp
                    btoa('') |
                    atob('SGVsbG8sIHdvcmxk') | Hello, world
                    atob('%%') | ! expected Base64, got "%%"
                    atob(null) | ! expected a text, got null
                    btoa(null) | ! expected a text, got null
                    base64ToHex('Kkk=') | 2A49
                    base64ToHex('K') | ! expected Base64
                    hexToBase64('0x2A49') | Kkk=
                    hexToBase64('2A4') | ! even number
                    base64ToBytes('Kv8=') | [42,-1]
                    isArray(base64ToBytes('Kkk=')) | true
                    base64ToBytesList('Kv8=') | [42,-1]
                    isList(base64ToBytesList('Kkk=')) | true
                    bytesToBase64(base64ToBytes('Kkk=')) | Kkk=
                    bytesToBase64([42, 73]) | Kkk=
                    bytesToBase64(null) | ! expected bytes, got null
                    """)
    void encodesAndDecodesBase64(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    stringToBytes('hé') | [104,-61,-87]
                    stringToBytes('hé', 'ISO-8859-1') | [104,-23]
                    stringToBytes('') | []
                    stringToBytes(5) | ! expected a text, got the number 5
                    stringToBytes(null) | ! expected a text, got null
                    stringToBytes('h', 'nope') | ! expected the name of a charset, got the text "nope"
                    bytesToString([72, -61, 169, '0x21', '33']) | Hé!!
                    bytesToString(new byte[0]) |
                    bytesToString([233], 'ISO-8859-1') | é
                    bytesToString([256]) | ! from -128 to 255, got 256
                    bytesToString([-129]) | ! from -128 to 255, got -129
                    bytesToString([72.5]) | ! expected a byte, got the number 72.5
                    bytesToString(['']) | ! blank
                    bytesToString([null]) | ! expected a byte, got null
                    bytesToString('x') | ! expected a list or an array of bytes, got the text "x"
                    bytesToString(null) | ! expected bytes, got null
                    decodeToString([72, 105]) | Hi
                    decodeToString(null) | ! expected bytes, got null
                    decodeToJson('{"a":[1,{"b":2}]}').a[1].b | 2
                    decodeToJson(stringToBytes('[1]')) | [1]
                    decodeToJson('null') | null
                    decodeToJson('{') | ! expected JSON, got "{"
                    decodeToJson('') | ! expected JSON
                    decodeToJson(null) | ! expected bytes, got null
                    encodeURI("-_.!~*'();/?:@&=+$,#ж д%") | -_.!~*'();/?:@&=+$,#%D0%B6%20%D0%B4%25
                    decodeURI('%D0%B6%20%D0%B4') | ж д
                    decodeURI('%2F%3b%25') | /;%
                    decodeURI('a%2') | ! two hexadecimal digits after % at position 1
                    decodeURI('%zz') | ! two hexadecimal digits after % at position 0
                    decodeURI('%ff') | ! expected escapes of a text in UTF-8
                    decodeURI(null) | ! expected a text, got null
                    padStart('010011', 8, '0') | 00010011
                    padStart('1001010011', 8, '0') | 1001010011
                    padStart('x', 4, 'ab') | abax
                    padStart('x', 3, '') | x
                    padStart(null, 3, '0') | ! expected a text, got null
                    padStart('x', 2000000000, '0') | ! too much memory
                    padEnd('010011', 8, '0') | 01001100
                    padEnd('x', 4, 'ab') | xaba
                    padEnd('x', -1, '0') | x
                    padEnd([5], 3, '0') | ! expected a text, got a collection
                    padEnd('x', 2000000000, '0') | ! too much memory
                    raiseError('too hot: ' + 30) | ! too hot: 30 (line 1, column 8)
                    raiseError(null) | ! null (line 1, column 8)
                    """)
    void convertsTextsAndBytes(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }

    @Test
    void tellTheLineOfAScriptThatEndsItself() {
        assertFails(
                        tbel.script("if (msg.open) {\n  raiseError('no ' + msg.name);\n}")
                                .text(telemetry()))
                .hasMessage("no hall (line 2, column 3)");
    }
}
