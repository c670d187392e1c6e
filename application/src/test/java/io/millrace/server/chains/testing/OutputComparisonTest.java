// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.testrun.TestRunResult.Step;
import io.millrace.server.chains.testing.TestExpectation.Output;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class OutputComparisonTest {

    private static final TenantId TENANT = new TenantId(UUID.randomUUID());

    private static RuleMessage message(String data) {
        return RuleMessage.of(
                TENANT, TENANT.entity(), "A", Metadata.EMPTY, Payload.ofText(data), 1);
    }

    /** A step of the node "Convert" that sent messages on by Success. */
    private static Step step(String... data) {
        return new Step(
                null,
                new RuleChainId(UUID.randomUUID()),
                0,
                new RuleNodeId(UUID.randomUUID()),
                "Convert",
                "type",
                message("{}"),
                List.of("Success"),
                Stream.of(data).map(OutputComparisonTest::message).toList(),
                1,
                null);
    }

    private static Output expected(String json) {
        return new Output("Convert", "Success", JsonMapper.shared().readTree(json));
    }

    private static boolean isSame(String expected, String got) {
        return OutputComparison.differences(List.of(expected(expected)), List.of(step(got)))
                .isEmpty();
    }

    @Test
    void numbersAreComparedByValueAndObjectsWithoutOrder() {
        assertThat(isSame("{\"a\":1,\"b\":[1,2.50]}", "{\"b\":[1.0,2.5],\"a\":1e0}")).isTrue();
        assertThat(isSame("{\"a\":1}", "{\"a\":\"1\"}")).isFalse();
        assertThat(isSame("{\"a\":1}", "{\"a\":1,\"b\":null}")).isFalse();
        assertThat(isSame("[1,2]", "[2,1]")).isFalse();
        assertThat(isSame("9007199254740993", "9007199254740992")).isFalse();
    }

    @Test
    void aPayloadThatIsNotJsonIsComparedAsAString() {
        assertThat(isSame("\"21 degrees\"", "21 degrees")).isTrue();
        assertThat(isSame("\"\"", "")).isTrue();
    }

    @Test
    void everyExpectedOutputNeedsAMessageOfItsOwn() {
        List<Output> twice = List.of(expected("1"), expected("1"));

        assertThat(OutputComparison.differences(twice, List.of(step("1"), step("1")))).isEmpty();
        assertThat(OutputComparison.differences(twice, List.of(step("1", "2"))))
                .containsExactly("output of Convert by Success: expected 1, got 2");
        assertThat(OutputComparison.differences(twice, List.of()))
                .hasSize(2)
                .contains("output of Convert by Success: expected 1, got none");
    }
}
