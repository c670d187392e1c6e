// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static io.millrace.rule.node.NodeTester.telemetry;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointNodeTest {

    private static RuleNode nodeWith(@Nullable String queue) throws Exception {
        NodeIdentity plain = NodeTester.identity("checkpoint");
        return CheckpointNode.definition()
                .factory()
                .create(
                        EmptyConfiguration.INSTANCE,
                        new NodeIdentity(
                                plain.tenant(), plain.chain(), plain.node(), plain.name(), queue));
    }

    @Test
    void putsTheMessageIntoTheChosenQueue() throws Exception {
        NodeResult result = NodeTester.run(nodeWith("HighPriority"), telemetry("{}"));

        assertThat(result)
                .isInstanceOfSatisfying(
                        NodeResult.Enqueued.class,
                        sent -> assertThat(sent.message().queue()).isEqualTo("HighPriority"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void withoutAChosenQueueItIsMain(@Nullable String queue) throws Exception {
        NodeResult result =
                NodeTester.run(nodeWith(queue), telemetry("{}").withQueue("HighPriority"));

        assertThat(result)
                .isInstanceOfSatisfying(
                        NodeResult.Enqueued.class,
                        sent -> assertThat(sent.message().queue()).isEqualTo("Main"));
    }

    @Test
    void theFirstVersionKeptTheQueueInItsConfiguration() {
        assertThat(
                        NodeTester.upgraded(
                                CheckpointNode.definition(), "{\"queueName\":\"HighPriority\"}", 0))
                .isEmpty();
    }
}
