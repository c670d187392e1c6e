// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.TbelExpressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelByteFunctionsTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

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
                    parseHexToInt('BBA') | ! even number of hexadecimal digits, got 3
                    parseHexToInt('XX') | ! expected hexadecimal digits, got "XX"
                    parseHexToInt('0102030405') | ! expected a length from 0 to 4, got 5
                    parseHexToInt(null) | ! expected hexadecimal digits, got null
                    parseLittleEndianHexToInt('AABB') | 48042
                    parseBigEndianHexToInt('BBAA') | 48042
                    parseHexToLong('FFFFFFFF') | 4294967295
                    parseHexToLong('0100', false) | 1
                    parseHexToLong('000000000000000001') | ! expected a length from 0 to 8, got 9
                    parseLittleEndianHexToLong('0100') | 1
                    parseBigEndianHexToLong('0100') | 256
                    parseHexToFloat('41EA62CC') | 29.29824
                    parseHexToFloat('41EA62CC', false) | -5.948442E7
                    parseHexToFloat('7FC00000') | ! not a number
                    parseLittleEndianHexToFloat('CC62EA41') | 29.29824
                    parseBigEndianHexToFloat('41EA62CC') | 29.29824
                    parseHexToDouble('409B04B10CB295EA') | 1729.1729
                    parseHexToDouble('EA95B20CB1049B40', false) | 1729.1729
                    parseHexToDouble('7FF8000000000000') | ! not a number
                    parseLittleEndianHexToDouble('EA95B20CB1049B40') | 1729.1729
                    parseBigEndianHexToDouble('409B04B10CB295EA') | 1729.1729
                    parseHexIntLongToFloat('0x0A', true) | 10.0
                    parseHexIntLongToFloat('0x0A0A00', false) | 2570.0
                    parseHexIntLongToFloat('0x000A0A', true) | 2570.0
                    parseHexIntLongToFloat(null, true) | ! expected hexadecimal digits, got null
                    """)
    void readsNumbersOfHexadecimalDigits(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
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
                    parseBytesToInt([1], 2) | ! expected an offset from 0 to 1, got 2
                    parseBytesToInt([1], 0, 2) | ! expected 2 bytes from offset 0; there are only 1
                    parseBytesToInt([1, 2, 3, 4, 5], 0, 5) | ! expected a length from 0 to 4, got 5
                    parseBytesToInt(null) | ! expected bytes, got null
                    parseBytesToLong([64, -101, 4, -79, 12, -78, -107, -22]) | 4655319798286292458
                    parseBytesToLong([64, -101, 4, -79, 12, -78, -107, -22], 0, 8, false) | -1543131529725306048
                    parseBytesToLong([1, 2, 3], 1) | 515
                    parseBytesToLong([1, 2, 3], 0, 2) | 258
                    parseBytesToLong(null) | ! expected bytes, got null
                    parseBytesToFloat([0x0A]) | 1.4E-44
                    parseBytesToFloat([0x41, 0xEA, 0x62, 0xCC], 0) | 29.29824
                    parseBytesToFloat([0x41, 0xEA, 0x62, 0xCC], 0, 2) | 2.3646E-41
                    parseBytesToFloat([0x41, 0xEA, 0x62, 0xCC], 0, 4, false) | -5.948442E7
                    parseBytesToFloat([0x7F, 0xC0, 0, 0]) | ! not a number
                    parseBytesToDouble([64, -101, 4, -79, 12, -78, -107, -22]) | 1729.1729
                    parseBytesToDouble([0, 64, -101, 4, -79, 12, -78, -107, -22], 1) | 1729.1729
                    parseBytesToDouble([64, 0], 0, 2) | 8.095E-320
                    parseBytesToDouble([-22, -107, -78, 12, -79, 4, -101, 64], 0, 8, false) | 1729.1729
                    parseBytesToDouble([0x7F, 0xF8, 0, 0, 0, 0, 0, 0]) | ! not a number
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
        tbel.assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    hexToBytes('0x01752BFA') | [1,117,43,-6]
                    hexToBytes('') | []
                    hexToBytes('ABC') | ! even number of hexadecimal digits, got 3
                    hexToBytes(null) | ! expected hexadecimal digits, got null
                    isList(hexToBytes('01')) | true
                    hexToBytesArray('AABB') | [-86,-69]
                    isArray(hexToBytesArray('01')) | true
                    hexToBytesArray('XY') | ! expected hexadecimal digits, got "XY"
                    bytesToHex([0xBB, 0xAA]) | BBAA
                    bytesToHex([-69, 83]) | BB53
                    bytesToHex(hexToBytesArray('00ff')) | 00FF
                    bytesToHex(null) | ! expected bytes, got null
                    bytesToExecutionArrayList(hexToBytesArray('AABB')) | [-86,-69]
                    isList(bytesToExecutionArrayList(new byte[1])) | true
                    bytesToExecutionArrayList(null) | ! expected bytes, got null
                    printUnsignedBytes(hexToBytes('D8FF')) | [216,255]
                    printUnsignedBytes([]) | []
                    printUnsignedBytes(null) | ! expected bytes, got null
                    """)
    void convertsBytesAndHexadecimalDigits(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
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
                    parseByteToBinaryArray(0x39, 9) | ! expected a length from 0 to 8 bits, got 9
                    parseByteToBinaryArray(256) | ! from -128 to 255, got 256
                    parseByteToBinaryArray(null) | ! expected a byte, got null
                    parseBytesToBinaryArray([0xCE, 0xB2]) | [1,1,0,0,1,1,1,0,1,0,1,1,0,0,1,0]
                    parseBytesToBinaryArray([0xCE, 0xB2], 14) | [0,0,1,1,1,0,1,0,1,1,0,0,1,0]
                    parseBytesToBinaryArray(hexToBytesArray('CEB2'), 2) | [1,0]
                    parseBytesToBinaryArray([1, 2, 3, 4, 5, 6, 7, 8, 9]) | ! expected a length from 0 to 8, got 9
                    parseBytesToBinaryArray([1], 9) | ! expected a length from 0 to 8 bits, got 9
                    parseBytesToBinaryArray(null) | ! expected bytes, got null
                    parseLongToBinaryArray(52914L, 16) | [1,1,0,0,1,1,1,0,1,0,1,1,0,0,1,0]
                    parseLongToBinaryArray(-1L).length | 64
                    parseLongToBinaryArray(1L, 65) | ! expected a length from 0 to 64 bits, got 65
                    parseBinaryArrayToInt([1, 0, 0, 1, 1, 1, 1, 1]) | -97
                    parseBinaryArrayToInt([1, 0, 0, 1, 1, 1, 1, 1], 1) | 31
                    parseBinaryArrayToInt([1, 0, 0, 1, 1, 1, 1, 1], 0, 4) | 9
                    parseBinaryArrayToInt(parseByteToBinaryArray(5)) | 5
                    parseBinaryArrayToInt([2]) | ! expected a bit 0 or 1, got 2
                    parseBinaryArrayToInt([1], 1, 1) | ! there are 1 bits in all
                    parseBinaryArrayToInt([1], 2) | ! there are 1 bits in all
                    parseBinaryArrayToInt(null) | ! expected bytes, got null
                    """)
    void takesNumbersApartIntoBits(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }
}
