// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.rpc;

import static io.millrace.rule.node.NodeTester.TS;
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
import io.millrace.rule.node.flow.PendingFixture;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.Persistence;
import io.millrace.rule.store.DeviceRpc.Request;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.rule.store.PendingMessages.Pending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpcRequestNodeTest {

    private static final String TYPE = "RPC_CALL_FROM_SERVER_TO_DEVICE";
    private static final String SET_GPIO = "{\"method\":\"setGpio\",\"params\":{\"pin\":7}}";
    private static final String TEN_SECONDS = "{\"timeoutInSeconds\":10}";

    private final PendingFixture fixture = new PendingFixture(null);
    private final List<Request> sent = new ArrayList<>();
    private final List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    private final List<CompletableFuture<Optional<Answered>>> patient = new ArrayList<>();

    /** Whether the node waits for a response before it stores a message. */
    private boolean patience;

    private final NodeDefinition<?> definition =
            RpcRequestNode.definition(
                    fixture.ports(),
                    request -> {
                        sent.add(request);
                        outcomes.add(new CompletableFuture<>());
                        return outcomes.getLast();
                    },
                    response -> {
                        patient.add(response);
                        if (!patience) {
                            endPatience();
                        }
                        return response;
                    });

    RpcRequestNodeTest() {
        fixture.start(definition, TEN_SECONDS);
    }

    private static RuleMessage message(String data, String... metadata) {
        return NodeTester.message(TYPE, data, metadata);
    }

    private Request sent(RuleMessage message) {
        assertThat(fixture.receive(message)).isInstanceOf(NodeResult.Ended.class);
        return sent.getLast();
    }

    private void answer(String text) {
        outcomes.getLast().complete(new Answered(Payload.ofText(text)));
    }

    private void endPatience() {
        patient.getLast().complete(Optional.empty());
    }

    /** The answer of the node in the delivery of a message, for whose response the node waits. */
    private CompletableFuture<NodeResult> receivedInDelivery(RuleMessage message, String delivery)
            throws Exception {
        patience = true;
        NodeResult result = fixture.started().process(message, fixture.call(delivery));
        return ((NodeResult.Later) result).answer().toCompletableFuture();
    }

    private void assertLeftByFailure(RuleMessage message, String error) {
        assertThat(fixture.sent)
                .containsExactly(
                        failedWith(message, error)
                                .withEntry(fixture.behindTheNode(NodeResult.FAILURE)));
        assertThat(fixture.waiting()).isEmpty();
    }

    private static RuleMessage failedWith(RuleMessage message, String error) {
        return message.withPayload(Payload.ofText("{\"error\":\"%s\"}".formatted(error)));
    }

    @Test
    void aResponseAtOnceLeavesBySuccessInTheDeliveryOfTheMessage() throws Exception {
        RuleMessage message = message(SET_GPIO, "k", "v");
        CompletableFuture<NodeResult> result = receivedInDelivery(message, "a delivery");
        assertThat(result).isNotDone();
        assertThat(fixture.waiting()).isEmpty();

        answer("{\"ok\":true}");

        assertThat(result)
                .isCompletedWithValue(
                        NodeResult.success(message.withPayload(Payload.ofText("{\"ok\":true}"))));
        assertThat(fixture.waiting()).isEmpty();
        assertThat(fixture.sent).isEmpty();
    }

    @Test
    void aLaterResponseLeavesInADeliveryOfItsOwn() throws Exception {
        CompletableFuture<NodeResult> result = receivedInDelivery(message(SET_GPIO), "a delivery");

        endPatience();
        assertThat(result).isCompletedWithValue(new NodeResult.Ended());
        assertThat(fixture.waiting()).hasSize(1);

        answer("{}");
        assertThat(fixture.sent).hasSize(1);
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void anErrorAtOnceLeavesByFailureInADeliveryOfItsOwn() throws Exception {
        RuleMessage message = message(SET_GPIO);
        CompletableFuture<NodeResult> result = receivedInDelivery(message, "a delivery");

        outcomes.getLast().complete(new Failed(RpcError.NO_ACTIVE_CONNECTION, "not connected"));

        assertThat(result).isCompletedWithValue(new NodeResult.Ended());
        assertLeftByFailure(message, "NO_ACTIVE_CONNECTION");
    }

    @Test
    void allAttemptsOfADeliveryHaveTheResultOfItsRequest() throws Exception {
        CompletableFuture<NodeResult> first = receivedInDelivery(message(SET_GPIO), "a delivery");
        CompletableFuture<NodeResult> second = receivedInDelivery(message(SET_GPIO), "a delivery");

        answer("{}");

        assertThat(sent).hasSize(1);
        assertThat(second).isCompletedWithValue(first.join());
        assertThat(receivedInDelivery(message(SET_GPIO), "the next delivery")).isNotDone();
        assertThat(sent).hasSize(2);
    }

    @Test
    void sendsTheRequestStoresTheMessageAndEndsItsDelivery() {
        UUID id = UUID.randomUUID();

        Request request = sent(message(SET_GPIO, "requestUUID", id.toString(), "oneway", "true"));

        assertThat(request)
                .isEqualTo(
                        new Request(
                                id,
                                NodeTester.TENANT,
                                NodeTester.DEVICE,
                                "setGpio",
                                "{\"pin\":7}",
                                true,
                                TS + 10_000,
                                null,
                                null,
                                request.heldBytes()));
        assertThat(fixture.waiting()).singleElement().returns(TS + 11_000, Pending::dueAt);
        assertThat(fixture.sent).isEmpty();
    }

    @Test
    void theMemoryOfTheMetadataCountsForTheRequest() {
        Request small = sent(message(SET_GPIO));

        Request large = sent(message(SET_GPIO, "k", "v".repeat(1_000)));

        assertThat(large.heldBytes() - small.heldBytes()).isBetween(2_000L, 3_000L);
    }

    @Test
    void theResponseOfTheDeviceLeavesBySuccessInADeliveryOfItsOwn() {
        RuleMessage message = message(SET_GPIO, "k", "v").withQueue("HighPriority");
        sent(message);

        answer("{\"ok\":true}");

        assertThat(fixture.sent)
                .containsExactly(
                        message.withPayload(Payload.ofText("{\"ok\":true}"))
                                .withEntry(fixture.behindTheNode(NodeResult.SUCCESS)));
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void anEmptyResponseBecomesAnEmptyObject() {
        sent(message(SET_GPIO, "oneway", "true"));

        answer("");

        assertThat(fixture.sent).singleElement().returns("{}", sentOn -> sentOn.payload().text());
    }

    @Test
    void anErrorLeavesByFailure() {
        RuleMessage message = message(SET_GPIO);
        sent(message);

        outcomes.getLast().complete(new Failed(RpcError.NO_ACTIVE_CONNECTION, "not connected"));

        assertLeftByFailure(message, "NO_ACTIVE_CONNECTION");
    }

    @Test
    void aMessageWhoseResponseDoesNotComeLeavesByFailureOneSecondAfterTheExpiration() {
        RuleMessage message = message(SET_GPIO);
        sent(message);

        fixture.pass(Duration.ofMillis(10_999));
        assertThat(fixture.sent).isEmpty();
        fixture.pass(Duration.ofMillis(1));

        assertLeftByFailure(message, "TIMEOUT");
    }

    @Test
    void aResponseAfterThatIsIgnored() {
        sent(message(SET_GPIO));
        fixture.pass(Duration.ofSeconds(11));

        answer("{}");

        assertThat(fixture.sent).hasSize(1);
    }

    @Test
    void aMessageThatWaitedInAnEndedProcessLeavesByFailure() {
        sent(message(SET_GPIO));

        NodeDefinition<?> restarted =
                RpcRequestNode.definition(
                        fixture.ports(), _ -> new CompletableFuture<>(), prompt -> prompt);
        fixture.start(restarted, TEN_SECONDS);
        fixture.pass(Duration.ofSeconds(11));

        assertThat(fixture.sent)
                .singleElement()
                .returns("{\"error\":\"TIMEOUT\"}", sentOn -> sentOn.payload().text());
    }

    @Test
    void aResponseReachesAMessageOfAnOlderVersionOfTheNode() {
        sent(message(SET_GPIO));
        fixture.start(definition, TEN_SECONDS);

        answer("{}");
        fixture.pass(Duration.ofSeconds(11));

        assertThat(fixture.sent).hasSize(1);
    }

    @Test
    void aDeliveryThatIsRepeatedSendsOneRequest() {
        fixture.receive(message(SET_GPIO), "the same delivery");

        assertThat(fixture.receive(message(SET_GPIO), "the same delivery"))
                .isInstanceOf(NodeResult.Ended.class);
        assertThat(sent).hasSize(1);
        assertThat(fixture.waiting()).hasSize(1);
    }

    @Test
    void aResponseThatTheQueueRefusesLeavesTenSecondsLater() {
        sent(message(SET_GPIO));
        fixture.room = false;
        answer("{\"a\":1}");
        fixture.room = true;

        fixture.pass(Duration.ofSeconds(9));
        assertThat(fixture.sent).isEmpty();
        fixture.pass(Duration.ofSeconds(1));

        assertThat(fixture.sent)
                .singleElement()
                .returns("{\"a\":1}", sentOn -> sentOn.payload().text());
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void aRequestThatHasExpiredIsNotSent() {
        RuleMessage message = message(SET_GPIO, "expirationTime", Long.toString(TS));

        assertThat(fixture.receive(message))
                .isEqualTo(new NodeResult.Failed(failedWith(message, "TIMEOUT"), "TIMEOUT"));
        assertThat(sent).isEmpty();
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void moreThanAThousandMessagesOfADeviceDoNotWait() {
        for (int i = 0; i < 1_000; i++) {
            sent(message(SET_GPIO));
        }

        assertThat(fixture.receive(message(SET_GPIO)))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.error())
                                        .isEqualTo(
                                                "1000 messages of the device already wait for a response in this node"));
        assertThat(fixture.waiting()).hasSize(1_000);
    }

    @Test
    void aCallOverRestIsAnsweredWhereItWaits() {
        assertThat(sent(message(SET_GPIO, "originServiceId", "one")).caller()).isEqualTo("one");
        assertThat(sent(NodeTester.message("OTHER", SET_GPIO, "originServiceId", "one")).caller())
                .isNull();
    }

    @Test
    void aPersistentRequestKeepsRetriesAndAdditionalInfo() {
        String data = "{\"method\":\"m\",\"params\":1,\"additionalInfo\":{\"by\":\"me\"}}";

        assertThat(sent(message(data, "persistent", "true", "retries", "2")).persistence())
                .isEqualTo(new Persistence(2, "{\"by\":\"me\"}"));
        assertThat(sent(message(SET_GPIO, "persistent", "true")).persistence())
                .isEqualTo(new Persistence(null, null));
        assertThat(sent(message(SET_GPIO, "persistent", "false")).persistence()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"a": [1, 2]} | {"a":[1,2]}
                    "{\\"a\\":1}" | {"a":1}
                    "on"          | "on"
                    "\\"on\\""    | "on"
                    true          | true
                    null          | null
                    """)
    void paramsBecomeJsonText(String params, String sentText) {
        assertThat(sent(message("{\"method\":\"m\",\"params\":%s}".formatted(params))).params())
                .isEqualTo(sentText);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"params":{}}  | the payload has no "method"
                    {"method":"m"} | the payload has no "params"
                    []             | the payload must be a JSON object
                    {              | the payload is not JSON
                    """)
    void saysWhatIsWrongWithARequest(String payload, String reason) {
        assertThat(fixture.receive(message(payload)))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).startsWith(reason));
        assertThat(fixture.waiting()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "requestUUID, 7, metadata requestUUID must be a UUID",
        "expirationTime, soon, metadata expirationTime must be a whole number",
        "expirationTime, 9223372036854775807, the expiration time must be before the year 10000"
    })
    void saysWhatIsWrongWithTheMetadata(String key, String value, String reason) {
        assertThat(fixture.receive(message(SET_GPIO, key, value)))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).startsWith(reason));
    }

    @Test
    void refusesOriginatorsThatAreNoDevices() {
        RuleMessage message =
                RuleMessage.of(
                        NodeTester.TENANT,
                        NodeTester.TENANT.entity(),
                        TYPE,
                        Metadata.EMPTY,
                        Payload.ofText(SET_GPIO),
                        TS);

        assertThat(fixture.receive(message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "the originator must be a device, but is TENANT"));
    }

    @Test
    void takesATimeLimitOfNoSecondsButNotOfFewer() {
        assertThatCode(() -> fixture.start(definition, "{\"timeoutInSeconds\":0}"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> fixture.start(definition, "{\"timeoutInSeconds\":-1}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("timeoutInSeconds: must be 0 or more, but is -1");
    }
}
