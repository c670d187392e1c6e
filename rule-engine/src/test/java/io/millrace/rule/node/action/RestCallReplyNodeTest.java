// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestCallReplyNodeTest {

    private static final String DEFAULTS =
            """
            {"serviceIdMetaDataAttribute":"serviceId","requestIdMetaDataAttribute":"requestUUID"}
            """;

    private record Reply(String serviceId, UUID request, Payload answer) {}

    private final UUID request = UUID.randomUUID();
    private final List<Reply> replies = new ArrayList<>();
    private CompletionStage<Void> handedOver = CompletableFuture.completedStage(null);

    private RuleNode node(String configuration) {
        return NodeTester.node(
                RestCallReplyNode.definition((serviceId, id, answer) -> {
                    replies.add(new Reply(serviceId, id, answer));
                    return handedOver;
                }),
                configuration);
    }

    private RuleMessage message(String... metadata) {
        return NodeTester.message("REST_API_REQUEST", "{\"ok\":true}", metadata);
    }

    private static String error(NodeResult result) {
        assertThat(result).isInstanceOf(NodeResult.Failed.class);
        return ((NodeResult.Failed) result).error();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                DEFAULTS,
                "{}",
                "{\"serviceIdMetaDataAttribute\":\"\",\"requestIdMetaDataAttribute\":null}"
            })
    void answersTheCallThatTheMetadataNames(String configuration) {
        RuleMessage message = message("serviceId", "one", "requestUUID", request.toString());

        NodeResult result = NodeTester.run(node(configuration), message);

        assertThat(result).isEqualTo(NodeResult.success(message));
        assertThat(replies).containsExactly(new Reply("one", request, message.payload()));
    }

    @Test
    void readsTheKeysThatItIsToldTo() {
        String configuration =
                "{\"serviceIdMetaDataAttribute\":\"s\",\"requestIdMetaDataAttribute\":\"r\"}";
        RuleMessage message =
                message("s", "two", "r", request.toString(), "serviceId", "one", "requestUUID", "");

        NodeTester.run(node(configuration), message);

        assertThat(replies).containsExactly(new Reply("two", request, message.payload()));
    }

    @Test
    void failsWithoutTheNameOfTheInstance() {
        String id = request.toString();

        assertThat(error(NodeTester.run(node(DEFAULTS), message("requestUUID", id))))
                .isEqualTo("metadata serviceId is missing");
        assertThat(
                        error(
                                NodeTester.run(
                                        node(DEFAULTS),
                                        message("serviceId", "", "requestUUID", id))))
                .isEqualTo("metadata serviceId is missing");
        assertThat(replies).isEmpty();
    }

    @Test
    void failsWithoutTheNameOfTheCallOrWithOneThatNoCallHas() {
        assertThat(error(NodeTester.run(node(DEFAULTS), message("serviceId", "one"))))
                .isEqualTo("metadata requestUUID is missing");
        assertThat(
                        error(
                                NodeTester.run(
                                        node(DEFAULTS),
                                        message("serviceId", "one", "requestUUID", "7"))))
                .isEqualTo("metadata requestUUID must be a UUID, not \"7\"");
        assertThat(replies).isEmpty();
    }

    @Test
    void failsWithoutAPayload() {
        RuleMessage empty =
                NodeTester.message(
                        "REST_API_REQUEST",
                        "",
                        "serviceId",
                        "one",
                        "requestUUID",
                        request.toString());

        assertThat(error(NodeTester.run(node(DEFAULTS), empty)))
                .isEqualTo("the payload must not be empty");
        assertThat(replies).isEmpty();
    }

    @Test
    void failsWhereTheAnswerCannotBeHandedOver() {
        handedOver = CompletableFuture.failedStage(new StoreException("no such instance"));

        NodeResult result =
                NodeTester.run(
                        node(DEFAULTS),
                        message("serviceId", "gone", "requestUUID", request.toString()));

        assertThat(error(result)).contains("no such instance");
    }
}
