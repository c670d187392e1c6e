// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import static io.millrace.rule.script.ScriptCalls.message;

import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expressions with the results that ThingsBoard 4.3 gives, each as {@link TbelExpressions} takes it. The last two tables
 * hold the differences that {@code docs/compatibility.md} names.
 */
class TbelConversionsTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    private static final RuleMessage MESSAGE =
            message("{\"t\":5,\"s\":\"12.5\"}").withMetadata(Metadata.of("cnt", "7"));

    private static void assertReturns(String expression, @Nullable String result) {
        tbel.assertReturns(MESSAGE, expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    parseFloat("1E10") | 1.0E10
                    parseFloat("1e5") | 100000.0
                    parseFloat("+1.5E-3") | 0.0015
                    parseFloat("41E00000") | 41.0
                    parseFloat("1,5") | ! expected a number of radix 10, got "1,5"
                    parseFloat("1,000") | ! expected a number of radix 10, got "1,000"
                    parseFloat(null) | null
                    parseFloat("") | null
                    parseFloat("1E10", 16) | 1.0784E-41
                    parseDouble("1E10") | 1.0E10
                    parseDouble("12E4") | 120000.0
                    parseDouble("6E23") | 6.0E23
                    parseDouble("1e3") | 1000.0
                    parseDouble("1,000") | ! expected a number of radix 10, got "1,000"
                    parseDouble(null) | ! expected a number, got null
                    parseDouble("") | ! expected a number, got an empty text
                    parseDouble("1-2") | ! expected a number of radix 10, got "1-2"
                    parseDouble("409B04B10CB295EA") | 1729.1729
                    parseDouble("409B04B10CB295EA", 16) | 1729.1729
                    parseDouble("6E23", 10) | 6.0E23
                    parseDouble("", 10) | null
                    parseDouble("11", 2) | ! expected radix 10 or 16, got 2
                    parseInt("1E10") | ! expected a number of radix 10, got "1E10"
                    parseInt("1E10", 16) | 7696
                    parseInt("1E") | 30
                    parseInt("+42") | 42
                    parseInt("+FF") | ! expected a number of radix 16, got "+FF"
                    parseInt("1,5") | !
                    parseInt(5) | 5
                    parseInt(5.7) | !
                    parseLong("1E10") | ! expected a number of radix 10, got "1E10"
                    parseLong("") | null
                    parseHexToInt("-0A") | -10
                    parseHexToInt("-7FFFFFFF") | -2147483647
                    parseHexToInt("-FFFFFFFF") | ! expected an integer of 32 bits
                    parseHexToInt("-0A", false) | !
                    parseHexToInt("") | ! expected hexadecimal digits, got an empty text
                    parseHexToInt(null) | ! expected hexadecimal digits, got null
                    parseHexToLong("-0A") | -10
                    isDecimal("1e3") | 10
                    isDecimal("+1.5E-3") | 10
                    isDecimal("1e") | -1
                    isDecimal("1,5") | -1
                    isHexadecimal("+12") | -1
                    isHexadecimal("-0xff") | 16
                    bytesToHex([1,300]) | 012C
                    bytesToHex([-1,255,256]) | FFFF00
                    """)
    void readNumbersAndDigits(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    padStart(msg.t,3,"0") | 005
                    padEnd(msg.t,3,"0") | 500
                    padStart(5.5,5,"0") | 005.5
                    padStart(true,6,"x") | xxtrue
                    padStart("x","3","y") | yyx
                    encodeURI(msg.t) | 5
                    decodeURI(msg.t) | 5
                    decodeURI("a%20b%26c") | a b&c
                    decodeURI("a+b%2B%2f") | a+b+/
                    toFixed(msg.s,1) | 12.5
                    toFixed("1e3",1) | 1000.0
                    toFixed(" 1 ",1) | 1.0
                    toFixed("",1) | 0.0
                    toFixed("1,5",1) | ! expected a number of radix 10, got "1,5"
                    toFixed("abc",1) | ! expected a number of radix 10, got "abc"
                    toFixed("1E1000000000",1) | ! expected a finite number
                    toFixed(12.345,"1") | 12.3
                    toFixed(true,1) | 1.0
                    toFixed(null,1) | ! expected a number, got null
                    toInt(metadata.cnt) | 7
                    toInt("7.6") | 8
                    toInt("") | 0
                    toInt(true) | 1
                    toInt("0x10") | !
                    toInt([1]) | ! expected a number, got a collection
                    toFlatMap(null) | {}
                    msg.s ~= "1.*" | true
                    toFlatMap([1]) | ! expected a map, got a collection
                    JSON.stringify(new Date(0).getTime()) | 0
                    """)
    void takeTextsForNumbersAndNumbersForTexts(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    new Date("2023-08-06 10:00:00 +02:00").getTime() | 1691308800000
                    new Date("2023-08-06 10:00:00 +0200").getTime() | 1691308800000
                    new Date("2023-08-06 10:00 Europe/Berlin").getTime() | 1691308800000
                    new Date("2023-08-06 10:00:00 CEST").getTime() | 1691308800000
                    new Date("2023-08-06 10:00:00 GMT+2").getTime() | 1691308800000
                    new Date("2023-08-06 10:00:00Z").getTime() | 1691316000000
                    new Date("2023-09-06T01:04:05.00+045") | ! expected a date
                    new Date("Sat, 3 Jun 2023 11:05:30 +0400").toISOString() | 2023-06-03T07:05:30Z
                    new Date("Thu, 29 Feb 2024 11:05:30 -03").toISOString() | 2024-02-29T14:05:30Z
                    new Date("Tue, 3 Jun 2023 11:05:30 GMT") | ! expected a date
                    new Date("09:15:30 PM, Sun 10/09/2022", "hh:mm:ss a, EEE M/d/uuuu", "en-US", "-04:00").toISOString() | 2022-10-10T01:15:30Z
                    new Date("2023-08-06 10:00:00", "yyyy-MM-dd hh:mm:ss") | ! expected a date
                    new Date(2023,0,31,10,5).toISOString() | ! valid values 1 - 12
                    new Date(2023,13,1) | ! valid values 1 - 12
                    new Date(2023,2,29) | ! not a leap year
                    new Date(2023,8,6,24,0) | ! valid values 0 - 23
                    new Date(2023,8,6,4,4,5,1000) | ! valid values 0 - 999
                    new Date(1975,12,31,23,15,30,561,"+03:00").toISOString() | 1975-12-31T20:15:30.561Z
                    Date.parse("2023-08-06 10:00:00 +02:00") | 1691308800000
                    Date.parse("06/08/2023 10:00 +0200", "dd/MM/yyyy HH:mm Z") | 1691308800000
                    Date.parse("6/8/2023 9:5 Z", "dd/MM/yyyy HH:mm X") | 1691312700000
                    Date.parse("70-01-02 Z", "yy-MM-dd X") | 86400000
                    Date.parse("1970-01-02 Z and more", "yyyy-MM-dd X") | 86400000
                    Date.parse("1970-01-02 Z", "uuuu-MM-dd X") | 86400000
                    Date.parse("nonsense", "yyyy") | -1
                    Date.parse("1", "no pattern") | -1
                    Date.UTC(2023) | 1703980800000
                    Date.UTC(0) | -2209075200000
                    Date.UTC(2023,2) | ! FEBRUARY 31
                    Date.UTC(96,2,2,3,4,5) | 823230245000
                    Date.UTC(2023,2,29) | ! not a leap year
                    new Date(5) == new Date(5) | false
                    new Date(5).getTime() == new Date(5).getTime() | true
                    """)
    void readDates(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    /** Where the server's zone is another one, so are these results. */
    @ParameterizedTest
    @EnabledIf("zoneIsUtc")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    new Date("2023-08-06 10:00:00").getTime() | 1691316000000
                    Date.parse("2023-08-06 10:00:00") | 1691316000000
                    Date.parse("1970-01-01 T00:00:00") | 0
                    Date.parse("2023-08-06 10:00:00", "yyyy-MM-dd hh:mm:ss") | 1691316000000
                    {"d": new Date(0)} | {"d":"Thursday, January 1, 1970 at 12:00:00 AM Coordinated Universal Time"}
                    new Date(1700000000000).toLocaleDateString("en-US") | Tuesday, November 14, 2023
                    new Date(1700000000000).toLocaleDateString() | 2023 Nov 14, Tue
                    new Date(1700000000000).toDateString() | 2023 Nov 14, Tue
                    new Date(1700000000000).toUTCString() | 2023 Nov 14, Tue 22:13:20
                    new Date(1700000000000).toString() | Tuesday, November 14, 2023 at 10:13:20 PM Coordinated Universal Time
                    new Date(1700000000000).toTimeString() | 10:13:20 PM Coordinated Universal Time
                    new Date(1700000000000).toLocaleTimeString() | 10:13:20 PM
                    new Date(1700000000000).toLocaleString() | 2023-11-14 22:13:20
                    new Date(1700000000000).toLocaleString("en-US") | 11/14/23, 10:13:20 PM
                    new Date(1700000000000).toString("de") | Dienstag, 14. November 2023 um 22:13:20 Koordinierte Weltzeit
                    new Date(1700000000000).toDateString("de") | Dienstag, 14. November 2023
                    new Date(1700000000000).toTimeString("de") | 22:13:20 Koordinierte Weltzeit
                    new Date(1700000000000).toUTCString("de") | Dienstag, 14. November 2023, 22:13:20
                    """)
    void writeDatesInTheZoneOfTheServer(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    static boolean zoneIsUtc() {
        return ZoneId.systemDefault().getRules().equals(ZoneOffset.UTC.getRules())
                || ZoneId.systemDefault().getRules().getOffset(Instant.EPOCH).equals(ZoneOffset.UTC)
                        && ZoneId.systemDefault().getRules().isFixedOffset();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    toString("en", "America/New_York") | Tuesday, September 5, 2023 at 9:04:05 PM Eastern Daylight Time
                    toString("en-US", "{\\"timeZone\\":\\"UTC\\",\\"pattern\\":\\"h:mm a\\"}") | 1:04 AM
                    toDateString("en", "America/New_York") | Tuesday, September 5, 2023
                    toTimeString("en", "America/New_York") | 9:04:05 PM Eastern Daylight Time
                    toUTCString("en") | Wednesday, September 6, 2023, 1:04:05 AM
                    toLocaleDateString("en-US", "America/New_York") | 9/5/23
                    toLocaleDateString("uk-UA", "Europe/Kiev") | 06.09.23
                    toLocaleDateString("en-US", "{\\"timeZone\\":\\"America/New_York\\",\\"dateStyle\\":\\"full\\"}") | Tuesday, September 5, 2023
                    toLocaleDateString("en-US", "{\\"timeZone\\":\\"America/New_York\\",\\"pattern\\":\\"EEEE M/d/yyyy\\"}") | Tuesday 9/5/2023
                    toLocaleTimeString("en-US", "America/New_York") | 9:04:05 PM
                    toLocaleTimeString("ko-KR", "America/New_York") | 오후 9:04:05
                    toLocaleTimeString("en-US", "{\\"timeZone\\":\\"America/New_York\\",\\"timeStyle\\":\\"full\\"}") | 9:04:05 PM Eastern Daylight Time
                    toLocaleTimeString("en-US", "{\\"timeZone\\":\\"America/New_York\\",\\"pattern\\":\\"h:mm:ss a\\"}") | 9:04:05 PM
                    toLocaleString("en-US", "America/New_York") | 9/5/23, 9:04:05 PM
                    toLocaleString("uk-UA", "Europe/Kiev") | 06.09.23, 04:04:05
                    toLocaleString(null, "America/New_York") | 9/5/23, 9:04:05 PM
                    toLocaleString("en-US", "{\\"timeZone\\":\\"America/New_York\\",\\"dateStyle\\":\\"full\\",\\"timeStyle\\":\\"full\\"}") | Tuesday, September 5, 2023 at 9:04:05 PM Eastern Daylight Time
                    toLocaleString("en-US", "{\\"timeZone\\":\\"UTC\\",\\"dateStyle\\":\\"full\\"}") | Wednesday, September 6, 2023, 1:04:05 AM
                    toLocaleString("uk-UA", "{\\"timeZone\\":\\"UTC\\",\\"dateStyle\\":\\"full\\",\\"timeStyle\\":\\"long\\"}") | середа, 6 вересня 2023 р. о 01:04:05 UTC
                    toISOString() | 2023-09-06T01:04:05Z
                    toJSON() | 2023-09-06T01:04:05Z
                    """)
    void writeDatesByLocaleZoneAndPattern(String call, @Nullable String result) {
        assertReturns("new Date(1693962245000)." + call, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    d.setUTCDate(31) | ! NOVEMBER 31
                    d.setUTCMonth(0) | ! valid values 1 - 12
                    d.setUTCHours(24) | ! valid values 0 - 23
                    d.setUTCMilliseconds(1000) | ! valid values 0 - 999
                    d.setUTCFullYear(2023, 2, 29) | ! not a leap year
                    d.setUTCMonth(2) | 2023-03-02T10:00:00Z
                    d.setUTCFullYear(2025, 2) | 2025-03-02T10:00:00Z
                    d.setUTCMonth(2, 28) | 2023-02-28T10:00:00Z
                    d.setUTCMonth(12); d.setUTCDate(31); d.setUTCFullYear(2024) | 2024-12-31T10:00:00Z
                    """)
    void changeDates(String change, @Nullable String result) {
        tbel.assertBodyReturns(
                MESSAGE,
                "var d = new Date('2023-11-30T10:00:00Z'); %s; return d.toISOString()"
                        .formatted(change),
                result);
    }

    /** ThingsBoard's result is in the comment of each row; no script can rely on it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    # -807049216
                    toInt(1700000000000) | ! expected a number that an integer of 32 bits can hold
                    # 1.6777216E7
                    toFixed(16777217,1) | 1.6777217E7
                    # -12
                    parseInt("-0x12") | -18
                    # a replacement character
                    decodeURI("%ff") | ! expected escapes of a text in UTF-8
                    # the text without the pattern
                    new Date(1700000000000).toLocaleString("en-US",{"pattern":"yyyy"}) | 2023
                    # UTC
                    new Date(0).toLocaleString("en-US", "Mars/Crater") | ! expected the id of a time zone
                    # the default style
                    new Date(0).toLocaleString("en-US", {"dateStyle": "huge"}) | ! dateStyle: expected full, long, medium or short
                    """)
    void differWhereThingsBoardIsSilentlyWrong(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    stringToBytes("literal") | [108,105,116,101,114,97,108]
                    parseHexToInt("FFFFFFFE") | -2
                    parseHexToInt(" 0A ") | 10
                    hexToBytes(" 0A ") | [10]
                    hexToBytes("") | []
                    base64ToHex(" Kkk= ") | 2A49
                    parseDouble(" 4.2 ") | 4.2
                    parseDouble(".5") | 0.5
                    padStart("x",4,"ab") | abax
                    new Date("2023-08-06").getTime() == new Date(2023, 8, 6).getTime() | true
                    Date.parse("Tue, 3 Jun 2008 11:05:30 GMT") | 1212491130000
                    """)
    void acceptWhatIsAnErrorInThingsBoard(String expression, @Nullable String result) {
        assertReturns(expression, result);
    }
}
