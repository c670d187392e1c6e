// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.TelemetryJson;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class PayloadTest {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final long TS = 1_790_000_000_000L;

    private final ObjectNode tree =
            JSON.objectNode().put("text", "ä\n\"").put("number", 1.5).put("flag", true);
    private final Payload made = Payload.of(tree);
    private final Payload received = Payload.ofText(tree.toString());

    @Test
    void aPayloadOfATreeEqualsThatOfItsText() {
        assertThat(made).isEqualTo(received).hasSameHashCodeAs(received);
        assertThat(made.text()).isEqualTo("{\"text\":\"ä\\n\\\"\",\"number\":1.5,\"flag\":true}");
        assertThat(made.length()).isEqualTo(received.length()).isEqualTo(made.bytes().length);
        assertThat(made.json()).isSameAs(tree);
    }

    @Test
    void theBytesOfATreeAreWrittenOnce() {
        assertThat(made.buffer()).isSameAs(made.buffer());
    }

    @Test
    void halfASurrogatePairInATreeIsWrittenAsAQuestionMark() {
        Payload half = Payload.of(JSON.objectNode().put("text", "a\ud83d"));

        assertThat(half.text()).isEqualTo("{\"text\":\"a?\"}");
    }

    @Test
    void aTreeThatIsDeeperThanOneThatIsReadIsWritten() {
        String levels = "[".repeat(500) + "]".repeat(500);
        ArrayNode outer = JSON.arrayNode();
        ArrayNode inner = outer;
        for (int i = 1; i < 500; i++) {
            inner = inner.addArray();
        }
        inner.add(Payload.ofText(levels).json());

        assertThat(Payload.of(outer).text()).isEqualTo("[".repeat(1_000) + "]".repeat(1_000));
    }

    @Test
    void theEstimatedLengthOfReceivedBytesIsExact() {
        assertThat(received.estimatedLength()).isEqualTo(received.length());
    }

    @Test
    void theEstimatedLengthOfATreeGrowsWithItsTextsItsNamesAndItsLongNumbers() {
        String text = "x".repeat(10_000);
        BigInteger number = BigInteger.TEN.pow(10_000);
        ObjectNode large = JSON.objectNode().put(text, 1);
        large.putArray("texts").add(text).addObject().put("number", number);

        assertThat(Payload.of(large).estimatedLength()).isBetween(30_000, 30_200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"b\":1.5,\"c\":\"x\",\"d\":true,\"e\":\"12\",\"f\":{\"g\":[1,null]},\"h\":[]}",
                "{\"a\":1e-7,\"b\":-0.0,\"c\":9223372036854775807,\"d\":1.0E300}",
                "{\"a\":123456789012345678901234567890,\"b\":1e20,\"c\":5e-324}",
                "{\"ts\":1700000000000,\"values\":{\"a\":{\"values\":2},\"b\":[{}]}}",
                "[{\"a\":1},{\"ts\":1700000000000,\"values\":{\"a\":2.25}}]",
                "{}",
                "[]"
            })
    void theValuesOfATreeAreThoseOfItsText(String json) {
        ObjectNode around = JSON.objectNode();
        around.set("in", Payload.ofText(json).json());
        Payload ofTree = Payload.of(around.path("in"));

        assertThat(TelemetryJson.telemetry(ofTree, TS))
                .isEqualTo(TelemetryJson.telemetry(Payload.ofText(ofTree.text()), TS));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aNumberThatJsonDoesNotHaveIsStoredAsText(double number) {
        Payload ofTree = Payload.of(JSON.objectNode().put("a", number));

        assertThat(TelemetryJson.telemetry(ofTree, TS))
                .isEqualTo(TelemetryJson.telemetry(Payload.ofText(ofTree.text()), TS));
    }
}
