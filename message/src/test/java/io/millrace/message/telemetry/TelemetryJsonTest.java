// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import org.junit.jupiter.api.Test;

class TelemetryJsonTest {

    private static final String LONGEST = "x".repeat(Value.MAX_TEXT_LENGTH);

    @Test
    void readsValuesOfTheGreatestLength() {
        Payload payload = Payload.ofText("{\"log\":\"%s\"}".formatted(LONGEST));

        assertThat(TelemetryJson.attributes(payload))
                .containsExactly(new KeyValue("log", new Value.StringValue(LONGEST)));
    }

    @Test
    void refusesLongerStringsAndJsonValuesByName() {
        assertThatThrownBy(() ->
                        TelemetryJson.telemetry(
                                Payload.ofText("{\"log\":\"%sx\"}".formatted(LONGEST)), 1))
                .isInstanceOf(MalformedPayloadException.class)
                .hasMessage("expected values of at most 262144 characters; \"log\" has 262145");
        assertThatThrownBy(() ->
                        TelemetryJson.attributes(
                                Payload.ofText("{\"tree\":[\"%s\"]}".formatted(LONGEST))))
                .hasMessage("expected values of at most 262144 characters; \"tree\" has 262148");
    }

    @Test
    void refusesKeysThatAreBlankOrTooLong() {
        assertThatThrownBy(() -> TelemetryJson.attributes(Payload.ofText("{\" \":1}")))
                .hasMessage("expected keys of 1 to 255 characters that are not blank, got ' '");
        assertThatThrownBy(() ->
                        TelemetryJson.telemetry(
                                Payload.ofText("{\"%s\":1}".formatted("k".repeat(256))), 1))
                .hasMessageStartingWith("expected keys of 1 to 255 characters")
                .hasMessageEndingWith("kkk'… with 256 characters");
    }
}
