// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.node.NodeTester;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchToTest {

    private final Map<String, Value> values = new LinkedHashMap<>();

    FetchToTest() {
        values.put("text", new StringValue("5"));
        values.put("whole", new LongValue(5));
        values.put("fraction", new DoubleValue(22));
        values.put("great", new DoubleValue(1e10));
        values.put("flag", new BooleanValue(false));
        values.put("document", new JsonValue("{\"a\":[1,2.50]}"));
        values.put("nothing", null);
    }

    @Test
    void metadataTakesTextsAndNoNulls() {
        RuleMessage message = NodeTester.message("T", "{ }", "old", "o", "whole", "overwritten");

        RuleMessage written = FetchTo.METADATA.write(message, values);

        assertThat(written.metadata().values())
                .containsExactly(
                        Map.entry("old", "o"),
                        Map.entry("whole", "5"),
                        Map.entry("text", "5"),
                        Map.entry("fraction", "22.0"),
                        Map.entry("great", "1.0E10"),
                        Map.entry("flag", "false"),
                        Map.entry("document", "{\"a\":[1,2.50]}"));
        assertThat(written.payload()).isSameAs(message.payload());
        assertThat(written.id()).isEqualTo(message.id());
    }

    @Test
    void thePayloadTakesTypedMembersAndNulls() {
        RuleMessage message = NodeTester.message("T", "{ \"whole\" : \"o\", \"b\" : 1 }", "k", "v");

        RuleMessage written = FetchTo.DATA.write(message, values);

        assertThat(written.payload().text())
                .isEqualTo(
                        "{\"whole\":5,\"b\":1,\"text\":\"5\",\"fraction\":22.0,\"great\":1.0E10,"
                                + "\"flag\":false,\"document\":{\"a\":[1,2.5]},\"nothing\":null}");
        assertThat(written.metadata()).isSameAs(message.metadata());
        assertThat(written.id()).isEqualTo(message.id());
    }

    @Test
    void theOldPayloadStaysAsItWas() {
        RuleMessage message = NodeTester.message("T", "{\"a\":1}");

        FetchTo.DATA.write(message, values);

        assertThat(message.payload().json()).hasToString("{\"a\":1}");
    }

    @Test
    void withoutValuesTheMessageIsTheSame() {
        RuleMessage message = NodeTester.message("T", "{ }");

        assertThat(FetchTo.DATA.write(message, Map.of())).isSameAs(message);
        assertThat(FetchTo.METADATA.write(message, Map.of())).isSameAs(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "null", "\"text\"", "", "{"})
    void thePayloadMustBeAnObjectForTheOneTargetOnly(String payload) {
        RuleMessage message = NodeTester.message("T", payload);

        assertThatThrownBy(() -> FetchTo.DATA.requireRoomIn(message))
                .isInstanceOf(MalformedPayloadException.class);
        assertThatCode(() -> FetchTo.METADATA.requireRoomIn(message)).doesNotThrowAnyException();
        assertThat(FetchTo.METADATA.write(message, values).payload()).isSameAs(message.payload());
    }
}
