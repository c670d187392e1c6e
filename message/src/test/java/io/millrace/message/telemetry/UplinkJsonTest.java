// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import io.millrace.message.telemetry.UplinkJson.Reading;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UplinkJsonTest {

    private static final long NOW = 1_700_000_000_000L;

    @Test
    void aFlatObjectBecomesAPayloadOverTheSameBytes() {
        byte[] json =
                utf8("{\"temperature\": 42.2, \"on\": true, \"cfg\": {\"a\": null, \"b\": \"7\"}}");

        List<Reading> readings = UplinkJson.telemetry(json, NOW);

        assertThat(readings).hasSize(1);
        assertThat(readings.getFirst().ts()).isEqualTo(NOW);
        assertThat(readings.getFirst().values().buffer()).isSameAs(json);
        assertThat(readings.getFirst().values().text())
                .isEqualTo(new String(json, StandardCharsets.UTF_8));
    }

    @Test
    void theTimedFormBecomesASliceOfItsValues() {
        byte[] json = utf8(" {\"ts\": 1234, \"values\" : {\"température\": \"°C\"} } ");

        Reading reading = UplinkJson.telemetry(json, NOW).getFirst();

        assertThat(reading.ts()).isEqualTo(1234);
        assertThat(reading.values().buffer()).isSameAs(json);
        assertThat(reading.values().text()).isEqualTo("{\"température\": \"°C\"}");
    }

    @Test
    void theOrderOfTsAndValuesDoesNotCount() {
        assertThat(texts("{\"values\":{\"a\":1},\"ts\":5}")).containsExactly("5 {\"a\":1}");
    }

    @Test
    void anArrayBecomesOneReadingForEachElement() {
        assertThat(texts("[{\"a\":1}, {\"ts\":7,\"values\":{\"b\":2}} ,{}]"))
                .containsExactly(NOW + " {\"a\":1}", "7 {\"b\":2}", NOW + " {}");
    }

    @Test
    void anEmptyArrayHasNoReadingAndAnEmptyObjectHasOne() {
        assertThat(texts("[]")).isEmpty();
        assertThat(texts("{}")).containsExactly(NOW + " {}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"ts\":5}                            | {\"ts\":5}",
                "{\"values\":{\"a\":1}}                | {\"values\":{\"a\":1}}",
                "{\"values\":{\"\":1}}                 | {\"values\":{\"\":1}}",
                "{\"values\":{\"a\":null}}             | {\"values\":{\"a\":null}}",
                "{\"ts\":\"five\",\"value\":1}         | {\"ts\":\"five\",\"value\":1}",
            })
    void withoutBothTsAndValuesEveryKeyIsAPoint(String json, String expected) {
        assertThat(texts(json)).containsExactly(NOW + " " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":null,\"b\":1}                  | {\"b\":1}",
                "{\"a\":null}                          | {}",
                "{\"a\":\"22.5\"}                      | {\"a\":22.5}",
                "{\"a\":\"-007\"}                      | {\"a\":-7}",
                "{\"a\":\"00.50\",\"s\":\"x\\\"é\"}    | {\"a\":0.50,\"s\":\"x\\\"é\"}",
                "{\"a\":\"0\",\"o\":{\"x\": \"1\"}}    | {\"a\":0,\"o\":{\"x\": \"1\"}}",
                "{\"a\":\"1\",\"f\":1.10,\"e\":1E3}    | {\"a\":1,\"f\":1.10,\"e\":1E3}",
                "{\"a\":1,\"b\":true,\"a\":[2, 3]}     | {\"a\":[2, 3],\"b\":true}",
                "{\"a\":1,\"a\":null}                  | {}",
            })
    void isWrittenAnewWhereSomethingMustGo(String json, String expected) {
        assertThat(attributes(utf8(json)).text()).isEqualTo(expected);
        assertThat(texts("{\"ts\":9,\"values\":" + json + "}")).containsExactly("9 " + expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"1e5\"}",
                "{\"a\":\"+1\"}",
                "{\"a\":\"1.\"}",
                "{\"a\":\"-\"}",
                "{\"a\":\"\"}",
                "{\"a\":\"12345678901234567890\"}",
                "{\"a\":\"0.12345678901234567\"}",
                "{\"a\":\"2024-01-01\"}"
            })
    void aStringThatIsNoPlainNumberStaysAsItIs(String json) {
        byte[] bytes = utf8(json);
        assertThat(attributes(bytes).buffer()).isSameAs(bytes);
    }

    @Test
    void aPayloadReadsTheSameWhetherRewrittenOrNot() {
        String values = "{\"a\":\"22.50\",\"b\":\"17\",\"c\":\"00010000000000.0\"}";

        assertThat(TelemetryJson.attributes(attributes(utf8(values))))
                .isEqualTo(TelemetryJson.attributes(Payload.ofText(values)));
    }

    @Test
    void findsADuplicateAmongManyKeys() {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 100; i++) {
            json.append("\"k%d\":%d,".formatted(i, i));
        }
        json.append("\"k50\":\"last\"}");

        assertThat(attributes(utf8(json.toString())).json().get("k50").asString())
                .isEqualTo("last");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "42",
                "\"text\"",
                "null",
                "true",
                "{",
                "{\"a\":}",
                "{\"a\":1",
                "{\"a\":1}}",
                "{\"a\":1} {\"b\":2}",
                "{a:1}",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{\"\":1}",
                "{\"  \":1}",
                "[1]",
                "[[]]",
                "[{\"a\":1},]",
                "[null]",
                "{\"ts\":\"yesterday\",\"values\":{}}",
                "{\"ts\":1.5,\"values\":{}}",
                "{\"ts\":null,\"values\":{}}",
                "{\"ts\":1,\"values\":[]}",
                "{\"ts\":1,\"values\":null}",
                "{\"ts\":1,\"values\":{\"\":1}}",
            })
    void refusesTelemetryOfAnyOtherShape(String json) {
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> UplinkJson.telemetry(utf8(json), NOW));
    }

    @Test
    void attributesAreAnObjectOnly() {
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> attributes(utf8("[{\"a\":1}]")))
                .withMessageContaining("at byte 1");
    }

    @Test
    void saysWhereTheJsonBreaks() {
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> UplinkJson.telemetry(utf8("{\"a\":tru}"), NOW))
                .withMessageContaining("at byte");
    }

    @Test
    void refusesJsonThatNestsTooDeep() {
        int depth = UplinkJson.MAX_DEPTH;
        String deep = "{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> attributes(utf8(deep)));
    }

    @Test
    void refusesAKeyThatIsTooLong() {
        String longest = "k".repeat(UplinkJson.MAX_KEY_LENGTH);
        assertThat(attributes(utf8("{\"" + longest + "\":1}")).length()).isGreaterThan(255);
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> attributes(utf8("{\"" + longest + "k\":1}")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"})
    void refusesOtherEncodings(String charset) {
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> attributes("{\"a\":1}".getBytes(Charset.forName(charset))));
    }

    @Test
    void refusesIllFormedUtf8() {
        byte[] json = utf8("{\"a\":\"xx\"}");
        json[6] = (byte) 0xFF;
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> attributes(json));
    }

    @ParameterizedTest
    @ValueSource(longs = {TimestampRange.FIRST, -1, 0, TimestampRange.LAST})
    void takesTimestampsOfTheYears1To9999(long ts) {
        String json = "{\"ts\":%d,\"values\":{\"a\":1}}".formatted(ts);

        assertThat(texts(json)).containsExactly(ts + " {\"a\":1}");
        assertThat(TelemetryJson.telemetry(Payload.ofText(json), NOW))
                .extracting(TimeseriesPoint::ts)
                .containsExactly(ts);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                TimestampRange.FIRST - 1,
                TimestampRange.LAST + 1,
                1_770_000_000_000_000L,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void refusesOtherTimestampsAndNamesThemWithTheBounds(long ts) {
        String json = "[{\"a\":1},{\"ts\":%d,\"values\":{\"a\":1}}]".formatted(ts);
        String refusal =
                "ts: expected milliseconds since 1970 from -62135596800000 (year 1)"
                        + " to 253402300799999 (year 9999), got "
                        + ts;

        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> UplinkJson.telemetry(utf8(json), NOW))
                .withMessage(refusal);
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(() -> TelemetryJson.telemetry(Payload.ofText(json), NOW))
                .withMessage(refusal);
    }

    @Test
    void refusesAMessageTimestampOutOfRangeOnlyWhereAValueNeedsIt() {
        assertThatExceptionOfType(MalformedPayloadException.class)
                .isThrownBy(
                        () -> TelemetryJson.telemetry(Payload.ofText("{\"a\":1}"), Long.MAX_VALUE))
                .withMessageStartingWith("timestamp of the message: ")
                .withMessageEndingWith("got 9223372036854775807");
        assertThat(
                        TelemetryJson.telemetry(
                                Payload.ofText("{\"ts\":5,\"values\":{\"a\":1}}"), Long.MAX_VALUE))
                .hasSize(1);
    }

    @Test
    void stepsOverAByteOrderMark() {
        assertThat(texts("\uFEFF{\"a\":1}")).containsExactly(NOW + " {\"a\":1}");
    }

    private static List<String> texts(String json) {
        return UplinkJson.telemetry(utf8(json), NOW).stream()
                .map(reading -> reading.ts() + " " + reading.values().text())
                .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Payload attributes(byte[] json) {
        return UplinkJson.attributes(json, NOW).values();
    }
}
