// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.TbelExpressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelNumberFunctionsTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

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
                    parseInt('FFF') | ! even number of hexadecimal digits, got 3
                    parseInt('1100110', 2) | 102
                    parseInt('11111111111111111111111111111110', 2) | -2
                    parseInt('17', 8) | 15
                    parseInt('99', 8) | ! expected a number of radix 8, got "99"
                    parseInt('Kona', 27) | 411787
                    parseInt('Kona', 10) | ! expected a number of radix 10, got "Kona"
                    parseInt('2147483647', 10) | 2147483647
                    parseInt('-2147483648', 10) | -2147483648
                    parseInt('2147483648', 10) | ! expected an integer of 32 bits
                    parseInt('4.2') | ! expected a number
                    parseInt('1', 3) | ! expected radix 2, 8, 10, 16 or 25 to 36, got 3
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
                    parseFloat('4,2') | ! expected a number
                    parseFloat('-7') | -7.0
                    parseFloat('41EA62CC') | 29.29824
                    parseFloat('41200000', 16) | 10.0
                    parseFloat('4.2', 10) | 4.2
                    parseFloat('1', 8) | ! expected radix 10 or 16, got 8
                    parseFloat('x') | ! expected a number
                    parseFloat('NaN') | ! expected a number
                    parseFloat('') | null
                    parseFloat(null) | null
                    parseDouble('4.2') | 4.2
                    parseDouble('1e-3') | 0.001
                    parseDouble('409B04B10CB295EA') | 1729.1729
                    parseDouble('0x409B04B10CB295EA') | 1729.1729
                    parseDouble('1.5d') | ! expected a number
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
        tbel.assertReturns(expression, result);
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
                    toFixed(0.0 / 0.0, 1) | ! expected a finite number, got NaN
                    toFixed(null, 1) | ! expected a number, got null
                    toInt(0.3) | 0
                    toInt(0.5) | 1
                    toInt(-2.7) | -3
                    toInt(3e10) | ! an integer of 32 bits can hold
                    toInt(null) | ! expected a number, got null
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
                    intToHex(1, true, false, 17) | ! expected a length from 0 to 16 digits, got 17
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
                    intLongToRadixString(58, 3) | ! expected radix 2, 8, 10, 16 or 25 to 36, got 3
                    """)
    void roundsAndWritesNumbers(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }
}
