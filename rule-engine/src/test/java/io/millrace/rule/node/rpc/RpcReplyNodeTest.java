// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcReplyNodeTest {

    private static final UUID CONNECTION = UUID.randomUUID();
    private static final Payload ANSWER = Payload.ofText("{\"time\":1}");

    private record Reply(
            DeviceId device, String serviceId, UUID connection, int request, Payload answer) {}

    private final List<Reply> replies = new ArrayList<>();

    private RuleNode node(String configuration) {
        return NodeTester.node(
                RpcReplyNode.definition((device, service, connection, request, answer) ->
                        replies.add(new Reply(device, service, connection, request, answer))),
                configuration);
    }

    private static RuleMessage message(String service, String connection, String request) {
        return NodeTester.message(
                "TO_SERVER_RPC_REQUEST",
                ANSWER.text(),
                "serviceId",
                service,
                "sessionId",
                connection,
                "requestId",
                request);
    }

    private void assertRefused(RuleMessage message, String error) {
        assertThat(NodeTester.run(node("{}"), message))
                .isEqualTo(new NodeResult.Failed(message, error));
        assertThat(replies).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"serviceIdMetaDataAttribute\":\"serviceId\",\"sessionIdMetaDataAttribute\":\"\","
                        + "\"requestIdMetaDataAttribute\":null}"
            })
    void answersTheRequestThatTheMetadataNames(String configuration) {
        RuleMessage message = message("one", CONNECTION.toString(), "7");

        assertThat(NodeTester.run(node(configuration), message))
                .isEqualTo(NodeResult.success(message));
        assertThat(replies)
                .containsExactly(new Reply(NodeTester.DEVICE, "one", CONNECTION, 7, ANSWER));
    }

    @Test
    void readsTheConfiguredKeys() {
        RuleMessage message =
                NodeTester.message("X", "{}", "a", "two", "b", CONNECTION.toString(), "c", "9");

        NodeTester.run(
                node(
                        "{\"serviceIdMetaDataAttribute\":\"a\",\"sessionIdMetaDataAttribute\":\"b\",\"requestIdMetaDataAttribute\":\"c\"}"),
                message);

        assertThat(replies)
                .containsExactly(
                        new Reply(NodeTester.DEVICE, "two", CONNECTION, 9, Payload.ofText("{}")));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 5b0f6b2e-9d2c-4a3e-8d57-111111111111, 7, metadata serviceId is missing",
        "one, '', 7, metadata sessionId is missing",
        "one, x, 7, 'metadata sessionId must be a UUID, but is \"x\"'",
        "one, 5b0f6b2e-9d2c-4a3e-8d57-111111111111, '', metadata requestId is missing",
        "one, 5b0f6b2e-9d2c-4a3e-8d57-111111111111, x, 'metadata requestId must be a whole number, but is \"x\"'"
    })
    void failsWithoutAValidNameOfTheRequest(
            String service, String connection, String request, String error) {
        assertRefused(message(service, connection, request), error);
    }

    @Test
    void failsWithoutAPayload() {
        assertRefused(
                message("one", CONNECTION.toString(), "7").withPayload(Payload.ofText("")),
                "the payload is empty");
    }

    @Test
    void refusesOriginatorsThatAreNoDevices() {
        assertRefused(
                message("one", CONNECTION.toString(), "7")
                        .withOriginator(NodeTester.TENANT.entity()),
                "the originator must be a device, but is TENANT");
    }

    @Test
    void refusesReplyThroughAnEdge() {
        RuleMessage message =
                message("one", CONNECTION.toString(), "7").withMetadata(Metadata.of("edgeId", "e"));

        assertRefused(message, "metadata edgeId names an edge, and there are no edges");
    }
}
