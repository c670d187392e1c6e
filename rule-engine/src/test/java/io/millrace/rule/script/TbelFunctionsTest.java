// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.tbel.TbelFunctions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each row: what a script returns, and the text of the result, or after {@code !} a part of the error. */
class TbelFunctionsTest {

    private static final ScriptEngines engines =
            new ScriptEngines(ScriptCalls.patient().withThreads(1));

    @AfterAll
    static void close() {
        engines.close();
    }

    private static Script script(String body) {
        return engines.compile(ScriptLanguage.TBEL, body);
    }

    private static void assertReturns(String expression, @Nullable String expected) {
        String result = expected == null ? "" : expected;
        Script script = script("return " + expression);

        // Compiled forms change with the first calls.
        for (int i = 0; i < 3; i++) {
            if (result.startsWith("!")) {
                assertFails(script.text(telemetry()))
                        .hasMessageContaining(result.substring(1).strip())
                        .hasMessageContaining("line 1");
            } else {
                assertThat(await(script.text(telemetry()))).isEqualTo(result);
            }
        }
    }

    @Test
    void areAllThatTheReferenceNames() {
        assertThat(TbelFunctions.all().keySet())
                .hasSize(69)
                .containsExactlyInAnyOrder(
                        "btoa",
                        "atob",
                        "stringToBytes",
                        "bytesToString",
                        "decodeToString",
                        "decodeToJson",
                        "parseInt",
                        "parseLong",
                        "parseFloat",
                        "parseDouble",
                        "parseHexIntLongToFloat",
                        "parseHexToInt",
                        "parseHexToLong",
                        "parseHexToFloat",
                        "parseHexToDouble",
                        "parseLittleEndianHexToInt",
                        "parseLittleEndianHexToLong",
                        "parseLittleEndianHexToFloat",
                        "parseLittleEndianHexToDouble",
                        "parseBigEndianHexToInt",
                        "parseBigEndianHexToLong",
                        "parseBigEndianHexToFloat",
                        "parseBigEndianHexToDouble",
                        "parseBytesToInt",
                        "parseBytesToLong",
                        "parseBytesToFloat",
                        "parseBytesToDouble",
                        "parseBytesIntToFloat",
                        "parseBytesLongToDouble",
                        "toFixed",
                        "toInt",
                        "isNaN",
                        "hexToBytes",
                        "hexToBytesArray",
                        "bytesToHex",
                        "intToHex",
                        "longToHex",
                        "intLongToRadixString",
                        "floatToHex",
                        "doubleToHex",
                        "base64ToHex",
                        "hexToBase64",
                        "base64ToBytes",
                        "base64ToBytesList",
                        "bytesToBase64",
                        "bytesToExecutionArrayList",
                        "printUnsignedBytes",
                        "toFlatMap",
                        "encodeURI",
                        "decodeURI",
                        "raiseError",
                        "isBinary",
                        "isOctal",
                        "isDecimal",
                        "isHexadecimal",
                        "padStart",
                        "padEnd",
                        "parseByteToBinaryArray",
                        "parseBytesToBinaryArray",
                        "parseLongToBinaryArray",
                        "parseBinaryArrayToInt",
                        "isInsidePolygon",
                        "isInsideCircle",
                        "isMap",
                        "isList",
                        "isSet",
                        "isArray",
                        "newSet",
                        "toSet");
    }

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
                    atob('%%') | ! expected Base64, but got "%%"
                    atob(null) | ! expected a text, but got null
                    btoa(null) | ! expected a text, but got null
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
                    bytesToBase64(null) | ! expected bytes, but got null
                    """)
    void encodesAndDecodesBase64(String expression, @Nullable String result) {
        assertReturns(expression, result);
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
                    stringToBytes(5) | ! expected a text, but got the number 5
                    stringToBytes(null) | ! expected a text, but got null
                    stringToBytes('h', 'nope') | ! expected the name of a charset, but got the text "nope"
                    bytesToString([72, -61, 169, '0x21', '33']) | Hé!!
                    bytesToString(new byte[0]) |
                    bytesToString([233], 'ISO-8859-1') | é
                    bytesToString([256]) | ! from -128 to 255, but got 256
                    bytesToString([-129]) | ! from -128 to 255, but got -129
                    bytesToString([72.5]) | ! expected a byte, but got the number 72.5
                    bytesToString(['']) | ! blank
                    bytesToString([null]) | ! expected a byte, but got null
                    bytesToString('x') | ! expected a list or an array of bytes, but got the text "x"
                    bytesToString(null) | ! expected bytes, but got null
                    decodeToString([72, 105]) | Hi
                    decodeToString(null) | ! expected bytes, but got null
                    decodeToJson('{"a":[1,{"b":2}]}').a[1].b | 2
                    decodeToJson(stringToBytes('[1]')) | [1]
                    decodeToJson('null') | null
                    decodeToJson('{') | ! expected JSON, but got "{"
                    decodeToJson('') | ! expected JSON
                    decodeToJson(null) | ! expected bytes, but got null
                    encodeURI("-_.!~*'();/?:@&=+$,#ж д%") | -_.!~*'();/?:@&=+$,#%D0%B6%20%D0%B4%25
                    encodeURI(5) | ! expected a text
                    decodeURI('%D0%B6%20%D0%B4') | ж д
                    decodeURI('%2F%3b%25') | %2F%3b%
                    decodeURI('a%2') | ! two hexadecimal digits after % at position 1
                    decodeURI('%zz') | ! two hexadecimal digits after % at position 0
                    decodeURI('%ff') | ! expected escapes of a text in UTF-8
                    decodeURI(null) | ! expected a text, but got null
                    padStart('010011', 8, '0') | 00010011
                    padStart('1001010011', 8, '0') | 1001010011
                    padStart('x', 4, 'ab') | abax
                    padStart('x', 3, '') | x
                    padStart(null, 3, '0') | ! expected a text, but got null
                    padStart('x', 2000000000, '0') | ! more memory than it may
                    padEnd('010011', 8, '0') | 01001100
                    padEnd('x', 4, 'ab') | xaba
                    padEnd('x', -1, '0') | x
                    padEnd(5, 3, '0') | ! expected a text, but got the number 5
                    padEnd('x', 2000000000, '0') | ! more memory than it may
                    raiseError('too hot: ' + 30) | ! too hot: 30 (line 1, column 8)
                    raiseError(null) | ! null (line 1, column 8)
                    """)
    void convertsTextsAndBytes(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    parseInt('473') | 473
                    parseInt(' +42 ') | 42
                    parseInt('-0', 10) | 0
                    parseInt('-0xFF') | -255
                    parseInt('-FF', 16) | -255
                    parseInt('FF') | 255
                    parseInt('FFF') | ! even number of hexadecimal digits, but got 3
                    parseInt('1100110', 2) | 102
                    parseInt('11111111111111111111111111111110', 2) | -2
                    parseInt('17', 8) | 15
                    parseInt('99', 8) | ! expected a number of radix 8, but got "99"
                    parseInt('Kona', 27) | 411787
                    parseInt('Kona', 10) | ! expected a number of radix 10, but got "Kona"
                    parseInt('2147483647', 10) | 2147483647
                    parseInt('-2147483648', 10) | -2147483648
                    parseInt('2147483648', 10) | ! expected an integer of 32 bits
                    parseInt('4.2') | ! expected a number
                    parseInt('1', 3) | ! expected radix 2, 8, 10, 16 or 25 to 36, but got 3
                    parseInt('') | null
                    parseInt(null) | null
                    parseInt(null, 16) | null
                    parseLong('9223372036854775807') | 9223372036854775807
                    parseLong('-9223372036854775808', 10) | -9223372036854775808
                    parseLong('9223372036854775808', 10) | ! expected an integer of 64 bits
                    parseLong('-0xFFFF') | -65535
                    parseLong('777777777777777777777', 8) | 9223372036854775807
                    parseLong('KonaLong', 27) | 218840926543
                    parseLong('11001101100110', 2) | 13158
                    parseLong('0xFGFFFFFF', 16) | ! expected a number of radix 16
                    parseLong('1111111111111111111111111111111111111111111111111111111111111111', 2) | -1
                    parseLong(' ') | null
                    parseLong(null) | null
                    parseFloat('4.2') | 4.2
                    parseFloat('4,2') | 4.2
                    parseFloat('-7') | -7.0
                    parseFloat('41EA62CC') | 29.29824
                    parseFloat('41200000', 16) | 10.0
                    parseFloat('4.2', 10) | 4.2
                    parseFloat('1', 8) | ! expected radix 10 or 16, but got 8
                    parseFloat('x') | ! expected a number
                    parseFloat('NaN') | ! expected a number
                    parseFloat('') | null
                    parseFloat(null) | null
                    parseDouble('4.2') | 4.2
                    parseDouble('1e-3') | 0.001
                    parseDouble('409B04B10CB295EA') | 1729.1729
                    parseDouble('0x409B04B10CB295EA') | 1729.1729
                    parseDouble('1.5d') | ! expected a number
                    parseDouble('') | null
                    parseDouble(null) | null
                    isBinary('1100110') | 2
                    isBinary('2100110') | -1
                    isBinary('') | -1
                    isBinary(null) | -1
                    isOctal('4567734') | 8
                    isOctal('8100110') | -1
                    isOctal(null) | -1
                    isDecimal('4567039') | 10
                    isDecimal('-1.5') | 10
                    isDecimal('1.') | -1
                    isDecimal('C100110') | -1
                    isDecimal(null) | -1
                    isHexadecimal('F5D7039') | 16
                    isHexadecimal('-0xff') | 16
                    isHexadecimal('K100110') | -1
                    isHexadecimal('0x') | -1
                    isHexadecimal(null) | -1
                    """)
    void readsNumbersOfTexts(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    parseHexToInt('BBAA') | 48042
                    parseHexToInt('BBAA', true) | 48042
                    parseHexToInt('AABB', false) | 48042
                    parseHexToInt('0xFFFFFFFF') | -1
                    parseHexToInt('') | 0
                    parseHexToInt('BBA') | ! even number of hexadecimal digits, but got 3
                    parseHexToInt('XX') | ! expected hexadecimal digits, but got "XX"
                    parseHexToInt('0102030405') | ! expected a length from 0 to 4, but got 5
                    parseHexToInt(null) | ! expected hexadecimal digits, but got null
                    parseLittleEndianHexToInt('AABB') | 48042
                    parseBigEndianHexToInt('BBAA') | 48042
                    parseHexToLong('FFFFFFFF') | 4294967295
                    parseHexToLong('0100', false) | 1
                    parseHexToLong('000000000000000001') | ! expected a length from 0 to 8, but got 9
                    parseLittleEndianHexToLong('0100') | 1
                    parseBigEndianHexToLong('0100') | 256
                    parseHexToFloat('41EA62CC') | 29.29824
                    parseHexToFloat('41EA62CC', false) | -5.948442E7
                    parseHexToFloat('7FC00000') | ! no number
                    parseLittleEndianHexToFloat('CC62EA41') | 29.29824
                    parseBigEndianHexToFloat('41EA62CC') | 29.29824
                    parseHexToDouble('409B04B10CB295EA') | 1729.1729
                    parseHexToDouble('EA95B20CB1049B40', false) | 1729.1729
                    parseHexToDouble('7FF8000000000000') | ! no number
                    parseLittleEndianHexToDouble('EA95B20CB1049B40') | 1729.1729
                    parseBigEndianHexToDouble('409B04B10CB295EA') | 1729.1729
                    parseHexIntLongToFloat('0x0A', true) | 10.0
                    parseHexIntLongToFloat('0x0A0A00', false) | 2570.0
                    parseHexIntLongToFloat('0x000A0A', true) | 2570.0
                    parseHexIntLongToFloat(null, true) | ! expected hexadecimal digits, but got null
                    """)
    void readsNumbersOfHexadecimalDigits(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    parseBytesToInt([0xAA, 0xBB, 0xCC, 0xDD]) | -1430532899
                    parseBytesToInt([0xAA, 0xBB, 0xCC, 0xDD], 2) | 52445
                    parseBytesToInt([0xAA, 0xBB, 0xCC, 0xDD], 0, 3) | 11189196
                    parseBytesToInt([0xAA, 0xBB, 0xCC, 0xDD], 0, 3, false) | 13417386
                    parseBytesToInt(hexToBytesArray('01FF')) | 511
                    parseBytesToInt([1, 2, 3, 4, 5]) | 16909060
                    parseBytesToInt([]) | 0
                    parseBytesToInt([1], 2) | ! expected an offset from 0 to 1, but got 2
                    parseBytesToInt([1], 0, 2) | ! expected 2 bytes from offset 0, but there are only 1
                    parseBytesToInt([1, 2, 3, 4, 5], 0, 5) | ! expected a length from 0 to 4, but got 5
                    parseBytesToInt(null) | ! expected bytes, but got null
                    parseBytesToLong([64, -101, 4, -79, 12, -78, -107, -22]) | 4655319798286292458
                    parseBytesToLong([64, -101, 4, -79, 12, -78, -107, -22], 0, 8, false) | -1543131529725306048
                    parseBytesToLong([1, 2, 3], 1) | 515
                    parseBytesToLong([1, 2, 3], 0, 2) | 258
                    parseBytesToLong(null) | ! expected bytes, but got null
                    parseBytesToFloat([0x0A]) | 1.4E-44
                    parseBytesToFloat([0x41, 0xEA, 0x62, 0xCC], 0) | 29.29824
                    parseBytesToFloat([0x41, 0xEA, 0x62, 0xCC], 0, 2) | 2.3646E-41
                    parseBytesToFloat([0x41, 0xEA, 0x62, 0xCC], 0, 4, false) | -5.948442E7
                    parseBytesToFloat([0x7F, 0xC0, 0, 0]) | ! no number
                    parseBytesToDouble([64, -101, 4, -79, 12, -78, -107, -22]) | 1729.1729
                    parseBytesToDouble([0, 64, -101, 4, -79, 12, -78, -107, -22], 1) | 1729.1729
                    parseBytesToDouble([64, 0], 0, 2) | 8.095E-320
                    parseBytesToDouble([-22, -107, -78, 12, -79, 4, -101, 64], 0, 8, false) | 1729.1729
                    parseBytesToDouble([0x7F, 0xF8, 0, 0, 0, 0, 0, 0]) | ! no number
                    parseBytesIntToFloat([10]) | 10.0
                    parseBytesIntToFloat([0, 10], 1) | 10.0
                    parseBytesIntToFloat([0, 0, 0, 10], 2, 2) | 10.0
                    parseBytesIntToFloat([0, 0, 0, 10], 2, 2, false) | 2560.0
                    parseBytesIntToFloat([255, 255, 255, 255]) | 4.2949673E9
                    parseBytesLongToDouble([10]) | 10.0
                    parseBytesLongToDouble([0, 10], 1) | 10.0
                    parseBytesLongToDouble([10, 0], 0, 1) | 10.0
                    parseBytesLongToDouble(hexToBytes('32D009423F23B300'), 0, 8, false) / 1e15 | 50.42277542905861
                    parseBytesLongToDouble([255, 255, 255, 255, 255, 255, 255, 255]) | 1.8446744073709552E19
                    """)
    void readsNumbersOfBytes(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    toFixed(0.345, 1) | 0.3
                    toFixed(0.345, 2) | 0.35
                    toFixed(1.15f, 1) | 1.2
                    toFixed(5, 1) | 5.0
                    toFixed(1234, -2) | 1200.0
                    toFixed(1.5, 2000000000) | 1.5
                    toFixed(1.5, -2000000000) | 0.0
                    toFixed(0.0 / 0.0, 1) | ! expected a finite number, but got NaN
                    toFixed(null, 1) | ! expected a number, but got null
                    toFixed('x', 1) | ! unable to resolve method
                    toInt(0.3) | 0
                    toInt(0.5) | 1
                    toInt(-2.7) | -3
                    toInt(3e10) | ! an integer of 32 bits can hold
                    toInt(null) | ! expected a number, but got null
                    isNaN(0.0 / 0.0) | true
                    isNaN(1) | false
                    isNaN('x') | !
                    intToHex(0x7FFFFFFF, true, true) | 0x7FFFFFFF
                    intToHex(171) | AB
                    intToHex(0xABCDEF, false) | EFCDAB
                    intToHex(0xABCDEF, false, true, 4) | 0xCDAB
                    intToHex(0xABCD, false, false, 2) | AB
                    intToHex(0xAB, true, false, 4) | 00AB
                    intToHex(0xAB, true, false, 3) | 0AB
                    intToHex(0) | 00
                    intToHex(-1) | FFFF
                    intToHex(-2147483648) | 80000000
                    intToHex(1, true, false, 17) | ! expected a length from 0 to 16 digits, but got 17
                    intToHex('x') | !
                    longToHex(9223372036854775807, true, true) | 0x7FFFFFFFFFFFFFFF
                    longToHex(5L) | 05
                    longToHex(0xABCDL, false) | CDAB
                    longToHex(0x7A12BCD3, true, true, 4) | 0xBCD3
                    longToHex(0x7A12BCD3, false, false, 4) | 127A
                    floatToHex(123456789.00) | 0x4CEB79A3
                    floatToHex(123456789.00, false) | 0xA379EB4C
                    doubleToHex(1729.1729d) | 0x409B04B10CB295EA
                    doubleToHex(1729.1729d, false) | 0xEA95B20CB1049B40
                    intLongToRadixString(58) | 58
                    intLongToRadixString(58, 2) | 00111010
                    intLongToRadixString(256, 2) | 0000000100000000
                    intLongToRadixString(9223372036854775807, 2) | 0111111111111111111111111111111111111111111111111111111111111111
                    intLongToRadixString(13158, 8) | 31546
                    intLongToRadixString(-13158, 8) | 1777777777777777746232
                    intLongToRadixString(-13158, 10) | -13158
                    intLongToRadixString(13158, 16) | 3366
                    intLongToRadixString(-13158, 16) | FFCC9A
                    intLongToRadixString(-13158, 16, true, true) | 0xFFCC9A
                    intLongToRadixString(0xABCD, 16, false) | CDAB
                    intLongToRadixString(411787, 27) | kona
                    intLongToRadixString(58, 3) | ! expected radix 2, 8, 10, 16 or 25 to 36, but got 3
                    """)
    void roundsAndWritesNumbers(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    hexToBytes('0x01752BFA') | [1,117,43,-6]
                    hexToBytes('') | []
                    hexToBytes('ABC') | ! even number of hexadecimal digits, but got 3
                    hexToBytes(null) | ! expected hexadecimal digits, but got null
                    isList(hexToBytes('01')) | true
                    hexToBytesArray('AABB') | [-86,-69]
                    isArray(hexToBytesArray('01')) | true
                    hexToBytesArray('XY') | ! expected hexadecimal digits, but got "XY"
                    bytesToHex([0xBB, 0xAA]) | BBAA
                    bytesToHex([-69, 83]) | BB53
                    bytesToHex(hexToBytesArray('00ff')) | 00FF
                    bytesToHex([300]) | ! from -128 to 255, but got 300
                    bytesToHex(null) | ! expected bytes, but got null
                    bytesToExecutionArrayList(hexToBytesArray('AABB')) | [-86,-69]
                    isList(bytesToExecutionArrayList(new byte[1])) | true
                    bytesToExecutionArrayList(null) | ! expected bytes, but got null
                    printUnsignedBytes(hexToBytes('D8FF')) | [216,255]
                    printUnsignedBytes([]) | []
                    printUnsignedBytes(null) | ! expected bytes, but got null
                    """)
    void convertsBytesAndHexadecimalDigits(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    parseByteToBinaryArray(0x39) | [0,0,1,1,1,0,0,1]
                    parseByteToBinaryArray(-1) | [1,1,1,1,1,1,1,1]
                    parseByteToBinaryArray(0x39, 3) | [0,0,1]
                    parseByteToBinaryArray(0x39, 8, false) | [1,0,0,1,1,1,0,0]
                    parseByteToBinaryArray(0x39, 5, false) | [1,0,0,1,1]
                    parseByteToBinaryArray(0x39, 9) | ! expected a length from 0 to 8 bits, but got 9
                    parseByteToBinaryArray(256) | ! from -128 to 255, but got 256
                    parseByteToBinaryArray(null) | ! expected a byte, but got null
                    parseBytesToBinaryArray([0xCE, 0xB2]) | [1,1,0,0,1,1,1,0,1,0,1,1,0,0,1,0]
                    parseBytesToBinaryArray([0xCE, 0xB2], 14) | [0,0,1,1,1,0,1,0,1,1,0,0,1,0]
                    parseBytesToBinaryArray(hexToBytesArray('CEB2'), 2) | [1,0]
                    parseBytesToBinaryArray([1, 2, 3, 4, 5, 6, 7, 8, 9]) | ! expected a length from 0 to 8, but got 9
                    parseBytesToBinaryArray([1], 9) | ! expected a length from 0 to 8 bits, but got 9
                    parseBytesToBinaryArray(null) | ! expected bytes, but got null
                    parseLongToBinaryArray(52914L, 16) | [1,1,0,0,1,1,1,0,1,0,1,1,0,0,1,0]
                    parseLongToBinaryArray(-1L).length | 64
                    parseLongToBinaryArray(1L, 65) | ! expected a length from 0 to 64 bits, but got 65
                    parseBinaryArrayToInt([1, 0, 0, 1, 1, 1, 1, 1]) | -97
                    parseBinaryArrayToInt([1, 0, 0, 1, 1, 1, 1, 1], 1) | 31
                    parseBinaryArrayToInt([1, 0, 0, 1, 1, 1, 1, 1], 0, 4) | 9
                    parseBinaryArrayToInt(parseByteToBinaryArray(5)) | 5
                    parseBinaryArrayToInt([2]) | ! expected a bit 0 or 1, but got 2
                    parseBinaryArrayToInt([1], 1, 1) | ! there are 1 bits in all
                    parseBinaryArrayToInt([1], 2) | ! there are 1 bits in all
                    parseBinaryArrayToInt(null) | ! expected bytes, but got null
                    """)
    void takesNumbersApartIntoBits(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

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
                    toSet(null) | ! expected a list, but got null
                    toSet('x') | ! expected a list, but got the text "x"
                    toFlatMap({'a': {'b': [1, {'c': 2}]}, 'd': 3}) | {"a.b.0":1,"a.b.1.c":2,"d":3}
                    toFlatMap({'a': {'b': [1, {'c': 2}]}, 'd': 3}, false) | {"b.0":1,"c":2,"d":3}
                    toFlatMap({'a': {'b': 1, 'd': 2}, 'd': 3}, ['d']) | {"a.b":1}
                    toFlatMap({'a': {'b': 1, 'd': 2}, 'e': 3}, ['d'], false) | {"b":1,"e":3}
                    toFlatMap({'k': 'root', 'a': {'k': 'second'}}, false) | {"k":"second"}
                    toFlatMap({:}) | {}
                    toFlatMap([1]) | ! expected a map, but got a collection
                    toFlatMap(null) | ! expected a map, but got null
                    toFlatMap({:}, 5) | ! expected a list of keys, but got the number 5
                    """)
    void tellsAndMakesCollections(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    isInsidePolygon(1, 1, '[[0,0],[0,3],[3,3],[3,0]]') | true
                    isInsidePolygon(1, 1, '[[0,0],[3,3]]') | true
                    isInsidePolygon(4, 1, '[[0,0],[0,3],[3,3],[3,0]]') | false
                    isInsidePolygon(0, 1, '[[0,0],[0,3],[3,3],[3,0]]') | false
                    isInsidePolygon(1.5, 1.5, '[[[0,0],[3,3]],[[1,1],[2,2]]]') | false
                    isInsidePolygon(0.5, 0.5, '[[[0,0],[3,3]],[[1,1],[2,2]]]') | true
                    isInsidePolygon(1, 1, '[[[1,1],[2,2]],[[0,0],[3,3]]]') | false
                    isInsidePolygon(5.5, 5.5, '[[[0,0],[3,3]],[[5,5],[6,6]]]') | true
                    isInsidePolygon(2, 1, '[[[0,0],[2,2]],[[2,0],[4,2]]]') | true
                    isInsidePolygon(1, 1, '[[0,0]]') | ! expected two points or more
                    isInsidePolygon(1, 1, '[]') | ! expected a list of points
                    isInsidePolygon(1, 1, '[[0,0],"x"]') | ! expected a point [latitude, longitude], but got "x"
                    isInsidePolygon(1, 1, 'x') | ! expected a list of points
                    isInsidePolygon(1, 1, null) | ! expected JSON, but got null
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":112}') | true
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":111}') | false
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":0.112,"radiusUnit":"KILOMETER"}') | true
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":360,"radiusUnit":"FOOT"}') | false
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":0.07,"radiusUnit":"MILE"}') | true
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":0.06,"radiusUnit":"NAUTICAL_MILE"}') | false
                    isInsideCircle(0, 0, '{"latitude":0,"longitude":0,"radius":1,"radiusUnit":"YARD"}') | ! expected one of METER
                    isInsideCircle(0, 0, '{"latitude":0,"longitude":0}') | ! expected a number as radius
                    isInsideCircle(0, 0, null) | ! expected JSON, but got null
                    """)
    void tellsWhetherAPlaceIsInside(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    JSON.stringify({'a': [1, null, 'x'], 'b': true}) | {"a":[1,null,"x"],"b":true}
                    JSON.stringify(null) | null
                    JSON.stringify('x') | "x"
                    JSON.stringify(new Date(0)) | "1970-01-01T00:00:00Z"
                    JSON.parse('{"a":[1]}').a | [1]
                    JSON.parse(null) | null
                    JSON.parse('{') | ! expected JSON, but got "{"
                    """)
    void readsAndWritesJson(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    new Date(0) | "1970-01-01T00:00:00Z"
                    new Date().getTime() > 1600000000000 | true
                    new Date('2023-08-06T04:04:05.123Z').toISOString() | 2023-08-06T04:04:05.123Z
                    new Date('2023-08-06T04:04:05.00-04').toISOString() | 2023-08-06T08:04:05Z
                    new Date('2023-08-06T04:04:05.00+03:00:00').toISOString() | 2023-08-06T01:04:05Z
                    new Date('Tue, 3 Jun 2008 11:05:30 GMT').toISOString() | 2008-06-03T11:05:30Z
                    new Date('Tue, 3 Jun 2008 11:05:30 +043056').toISOString() | 2008-06-03T06:34:34Z
                    new Date('2023-08-06 04:04:05.000-04:00', 'yyyy-MM-dd HH:mm:ss.SSSXXX').toISOString() | 2023-08-06T08:04:05Z
                    new Date('2023-08-06 04:04:05.000+02:00', 'yyyy-MM-dd HH:mm:ss.SSSXXX', 'de', 'America/New_York').toISOString() | 2023-08-06T08:04:05Z
                    new Date(2023, 8, 6, 4, 4, 5, 'America/New_York').toISOString() | 2023-08-06T08:04:05Z
                    new Date(2023, 8, 6, 4, 4, 5, 7, 'UTC').toISOString() | 2023-08-06T04:04:05.007Z
                    new Date(2023, 8, 6, 'UTC').toISOString() | 2023-08-06T00:00:00Z
                    new Date(69, 1, 1, 'UTC').toISOString() | 2069-01-01T00:00:00Z
                    new Date(70, 1, 1, 'UTC').toISOString() | 1970-01-01T00:00:00Z
                    new Date('nonsense') | ! expected a date, but got "nonsense"
                    new Date(2023, 8) | ! expected year, month and day
                    new Date(2023, 8, 'x', 'UTC') | ! expected a number as part of a date
                    new Date(2023, 8, 6, 'Mars/Crater') | ! expected the id of a time zone, but got "Mars/Crater"
                    Date.now() > 1600000000000 | true
                    Date.parse('1970-01-01T00:00:01Z') | 1000
                    Date.parse('1970/01/02 Z', 'yyyy/MM/dd X') | 86400000
                    Date.parse('x') | -1
                    Date.parse(null) | -1
                    Date.UTC(2023) | 1672531200000
                    Date.UTC(2023, 1, 2, 3, 4, 5, 6) | 1672628645006
                    new Date(0).getUTCFullYear() + '-' + new Date(0).getUTCMonth() + '-' + new Date(0).getUTCDate() + ' ' + new Date(0).getUTCDay() | 1970-1-1 4
                    new Date(3723004).getUTCHours() + ':' + new Date(3723004).getUTCMinutes() + ':' + new Date(3723004).getUTCSeconds() + '.' + new Date(3723004).getUTCMilliseconds() | 1:2:3.4
                    new Date(2023, 8, 6, 4, 5, 6, 7).getHours() + ':' + new Date(2023, 8, 6, 4, 5, 6, 7).getMinutes() | 4:5
                    new Date(1234).valueOf() + new Date(1234).parseSecond() + new Date(1234).parseSecondMilli() | 2469
                    new Date(0).toUTCString() | Thu, 1 Jan 1970 00:00:00 GMT
                    new Date(0).toJSON() | 1970-01-01T00:00:00Z
                    new Date(2023, 8, 6, 4, 4, 5).toString().startsWith('Sunday, August 6, 2023') | true
                    new Date(2023, 8, 6).toDateString() | Sunday, August 6, 2023
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleString() | 2023-08-06 04:04:05
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleString('en-US') | 8/6/23, 4:04:05 AM
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleString('de') | 06.08.23, 04:04:05
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleDateString('de') | 06.08.23
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleTimeString('de') | 04:04:05
                    new Date(0).toLocaleString('en-us', 'America/New_York') | 12/31/69, 7:00:00 PM
                    new Date(0).toLocaleString('en-US', JSON.stringify({'timeZone': 'Europe/Berlin', 'pattern': 'M-d/yyyy, h:mm=ss a'})) | 1-1/1970, 1:00=00 AM
                    new Date(0).toLocaleDateString('de', '{"timeZone":"UTC","dateStyle":"full"}') | Donnerstag, 1. Januar 1970
                    new Date(0).toLocaleString('de', '{"dateStyle":"huge"}') | ! dateStyle: expected full, long, medium or short
                    """)
    void knowsDates(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @Test
    void moveDates() {
        assertThat(
                        await(
                                script(
                                                """
                                                var d = new Date(0);
                                                d.setUTCFullYear(2024, 2, 30);
                                                d.setUTCHours(25, 1, 2, 3);
                                                var a = d.toISOString();
                                                d.addYears(-1); d.addMonths(11); d.addWeeks(1); d.addDays(-1);
                                                d.addHours(1); d.addMinutes(1); d.addSeconds(1); d.addNanos(1000000);
                                                return a + ' ' + d.toISOString();
                                                """)
                                        .text(telemetry())))
                .isEqualTo("2024-03-02T01:01:02.003Z 2024-02-08T02:02:03.004Z");
    }

    @Test
    void tellTheLineOfAScriptThatEndsItself() {
        assertFails(script("if (msg.open) {\n  raiseError('no ' + msg.name);\n}").text(telemetry()))
                .hasMessage("no hall (line 2, column 3)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "var m = {:}; m.m = m; return toFlatMap(m)",
                "var m = {:}; m.m = m; return JSON.stringify(m)",
                "var a = [1]; for (i = 0; i < 40; i++) { a = [a, a] } return toFlatMap({'a': a})",
                "var a = [1]; for (i = 0; i < 40; i++) { a = [a, a] } return JSON.stringify(a)",
                "var l = []; while (true) { l.add(stringToBytes(msg.name)) } return l",
                "var l = []; while (true) { l.add(hexToBytesArray('00112233445566778899')) } return l",
                "var s = newSet(); var i = 0; while (true) { s.add('k' + i); i++ } return s",
                "var s = 'x'; while (true) { s = padStart(s, s.length() * 2, 'y') } return s",
            })
    void areCountedAgainstTheLimitsOfTheCall(String body) {
        assertFails(script(body).text(telemetry()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return btoa",
                "return btoa.methodName",
                "return btoa.classReference",
                "btoa.methodName = 'atob'; return 1",
                "return java.util.Objects.requireNonNull(msg.open ? btoa : atob).methodName",
                "return msg.open ? btoa : 1",
                "return {btoa: 1}",
                "var f = btoa; return f('a')",
                "return {:}.btoa",
                "return {:}.btoa.method",
                "return [1].btoa.classReference",
                "return msg.?btoa",
                "return this.btoa",
            })
    void areNoValues(String body) {
        assertThatThrownBy(() -> script(body))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("is a function: expected ( after it, or [");
    }

    @Test
    void leaveTheirNamesToMembersInBrackets() {
        Script script =
                script(
                        "var m = {'btoa': 1}; m['toInt'] = msg['isMap']; return m['btoa'] + m['toInt'];");

        assertThat(await(script.text(message("{\"isMap\":2}")))).isEqualTo("3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return JSON.classLoader",
                "return Date.getClass()",
                "return new Date().getClass()",
                "return new Date().instant",
                "return TbelFunctions.all()",
                "return io.millrace.rule.script.tbel.TbelFunctions.all()",
                "return io.millrace.rule.script.tbel.Hex.format([1])",
            })
    void showNothingOfTheHost(String body) {
        assertThatThrownBy(() -> await(script(body).text(telemetry())))
                .satisfiesAnyOf(
                        e -> assertThat(e).isInstanceOf(InvalidConfigurationException.class),
                        e -> assertThat(e).hasCauseInstanceOf(ScriptException.class));
    }
}
