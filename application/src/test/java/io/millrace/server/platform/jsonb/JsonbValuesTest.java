// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jsonb;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.StoreException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonbValuesTest {

    static Stream<Value> values() {
        return Stream.of(
                new BooleanValue(true),
                new BooleanValue(false),
                new LongValue(Long.MIN_VALUE),
                new DoubleValue(5.0),
                new DoubleValue(1e17),
                new DoubleValue(1e300),
                new DoubleValue(-4.9e-324),
                new DoubleValue(Double.MAX_VALUE),
                new StringValue(""),
                new StringValue("\"\\/\b\f\n\r\t\u0001\u001f ü 🚰"),
                new JsonValue("[]"),
                new JsonValue("{\"a b\":[1,\"x \\\" , y\"],\"c\":{}}"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void readsBackWhatItWrites(Value value) {
        assertThat(JsonbValues.parse(JsonbValues.format(value))).isEqualTo(value);
    }

    @Test
    void readsBackAnArrayInTheFormOfTheServer() {
        List<Value> values = values().toList();
        String json = values.stream().map(JsonbValues::format).collect(joining(", ", "[", "]"));

        assertThat(JsonbValues.parseArray(json)).isEqualTo(values);
        assertThat(JsonbValues.parseArray("[]")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1e17, 100000000000000000.0",
        "0.001, 0.001",
        "1e-5, 0.000010",
        "12345678.5, 12345678.5"
    })
    void writesDoublesPlainAndWithAPoint(double number, String text) {
        assertThat(JsonbValues.format(new DoubleValue(number))).isEqualTo(text);
    }

    @Test
    void knowsNoNegativeZero() {
        assertThat(JsonbValues.normalize(new DoubleValue(-0.0))).isEqualTo(new DoubleValue(0.0));
    }

    @Test
    void takesOutTheSpacesThatTheServerPutsIn() {
        assertThat(JsonbValues.parse("{\"a b\": [1, \"c, \\\" d\"], \"e\": {}}"))
                .isEqualTo(new JsonValue("{\"a b\":[1,\"c, \\\" d\"],\"e\":{}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "\ud83d", "\udeb0\ud83d", "x\ud83dy"})
    void refusesTextThatTheDatabaseCannotHold(String text) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> JsonbValues.format(new StringValue(text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "{",
                "[1],[2]",
                "{\"a\":1},5",
                "[1]]",
                "{\"a\":\"\\u0000\"}",
                "{\"\\ud800\":1}"
            })
    void refusesJsonThatIsNotOneWholeObjectOrArray(String json) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> JsonbValues.format(new JsonValue(json)));
    }
}
