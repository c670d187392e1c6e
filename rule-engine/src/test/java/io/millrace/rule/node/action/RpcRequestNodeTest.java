// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpcRequestNodeTest {

    private static final String TYPE = "RPC_CALL_FROM_SERVER_TO_DEVICE";

    private final RuleNode node =
            NodeTester.node(RpcRequestNode.definition(), "{\"timeoutInSeconds\":60}");

    @Test
    void refusesAWellFormedCommandWithAClearReason() {
        RuleMessage message = NodeTester.message(TYPE, "{\"method\":\"m\",\"params\":{}}");

        assertThat(NodeTester.run(node, message))
                .isEqualTo(new NodeResult.Failed(message, RpcRequestNode.NOT_AVAILABLE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"params":{}}  | expected "method"
                    {"method":"m"} | expected "params"
                    []             | expected a JSON object
                    {              | expected JSON
                    """)
    void saysWhatIsWrongWithACommand(String payload, String reason) {
        assertThat(NodeTester.run(node, NodeTester.message(TYPE, payload)))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).startsWith(reason));
    }

    @Test
    void takesATimeLimitOfNoSecondsButNotOfFewer() {
        NodeDefinition<?> definition = RpcRequestNode.definition();

        assertThatCode(() -> NodeTester.node(definition, "{\"timeoutInSeconds\":0}"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> NodeTester.node(definition, "{\"timeoutInSeconds\":-1}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("timeoutInSeconds: expected 0 or more, but got -1");
    }

    @Test
    void refusesOriginatorsThatAreNoDevices() {
        RuleMessage message =
                RuleMessage.of(
                        NodeTester.TENANT,
                        NodeTester.TENANT.entity(),
                        TYPE,
                        Metadata.EMPTY,
                        Payload.ofText("{\"method\":\"m\",\"params\":{}}"),
                        NodeTester.TS);

        assertThat(NodeTester.run(node, message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "expected a device as originator, but got TENANT"));
    }
}
