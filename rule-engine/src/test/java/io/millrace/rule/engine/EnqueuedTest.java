// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.QueueClosedException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that leave a node in separate deliveries, and messages that enter a chain at an inner node. */
class EnqueuedTest extends EngineFixture {

    private final ChainBuilder builder =
            chain("root")
                    .node("put")
                    .node("next")
                    .node("failed")
                    .connect("put", "Success", "next")
                    .connect("put", "Failure", "failed");
    private final List<String> next = new CopyOnWriteArrayList<>();
    private final List<String> failed = new CopyOnWriteArrayList<>();

    @BeforeEach
    void makeChain() {
        chains.root(builder.of(TENANT));
        nodes.put("put", message -> new NodeResult.Enqueued(message.withQueue("Q")));
        nodes.put("next", recording(next));
        nodes.put("failed", recording(failed));
    }

    @Test
    void theDeliveryEndsAndTheMessageGoesOnBehindTheNodeInItsQueue() {
        TestAttempt attempt = process(message("a"));

        assertThat(attempt.labels()).containsExactly("Success");
        assertThat(next).isEmpty();
        RuleMessage onwards = submitted.getFirst();
        assertThat(onwards.queue()).isEqualTo("Q");
        assertThat(onwards.entry())
                .isEqualTo(
                        new EntryPoint(
                                ChainBuilder.chainId("root"),
                                builder.nodeId("put"),
                                "Success",
                                List.of()));

        process(onwards).await();
        assertThat(next).containsExactly("a");
    }

    @Test
    void theSenderIsToldWhenTheOtherDeliveryIsSafe() {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        answer = _ -> safe;

        TestAttempt attempt = process(message("a"));
        attempt.await();

        assertThat(attempt.openShares).hasValue(1);
        assertThat(awaited).isEmpty();
        safe.complete(null);
        assertThat(attempt.openShares).hasValue(0);
    }

    @Test
    void whoseSenderWasToldAlreadyEndsWhenTheOtherDeliveryIsSafe() {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        CompletableFuture<Void> asked = new CompletableFuture<>();
        answer =
                _ -> {
                    asked.complete(null);
                    return safe;
                };
        TestAttempt attempt = new TestAttempt(message("a"));
        attempt.senderWasTold = true;

        engine.process(attempt);
        asked.join();
        assertThat(attempt.result).isNotDone();
        assertThat(awaited).as("the queue is to store it soon").hasSize(1);
        safe.complete(null);

        assertThat(attempt.await()).isInstanceOf(AttemptResult.DoneWithoutEffect.class);
    }

    @Test
    void withoutRoomTheMessageGoesOnByFailureInItsOwnDelivery() {
        answer = _ -> CompletableFuture.failedFuture(new IllegalStateException("it is full"));

        TestAttempt attempt = process(message("a"));
        attempt.await();

        assertThat(failed).containsExactly("a");
        assertThat(attempt.openShares).hasValue(0);
    }

    @Test
    void aRefusalThatComesLaterGoesOnByFailureAndCompletesItsShareOfTheReceipt() {
        CompletableFuture<Void> accepted = new CompletableFuture<>();
        acceptance =
                message ->
                        message.payload().text().equals("a")
                                ? accepted
                                : CompletableFuture.completedStage(null);
        TestAttempt attempt = process(message("a"));
        process(message("behind it in the same stripe"));
        await().until(() -> submitted.size() == 2);
        assertThat(attempt.result).isNotDone();
        assertThat(attempt.openShares).hasValue(1);

        accepted.completeExceptionally(new IllegalStateException("no profile"));

        attempt.await();
        assertThat(failed).containsExactly("a");
        assertThat(attempt.openShares).hasValue(0);
    }

    @Test
    void aRefusalThatComesLaterFailsADeliveryWhoseSenderWasTold() {
        CompletableFuture<Void> accepted = new CompletableFuture<>();
        acceptance = _ -> accepted;
        TestAttempt attempt = new TestAttempt(message("a"));
        attempt.senderWasTold = true;
        engine.process(attempt);
        await().until(() -> !submitted.isEmpty());

        accepted.completeExceptionally(new IllegalStateException("no profile"));

        attempt.await();
        assertThat(failed).containsExactly("a");
    }

    @Test
    void aDeliveryThatMeetsTheStopOfTheServiceDoesNotEnd() {
        acceptance =
                message ->
                        message.payload().text().equals("a")
                                ? CompletableFuture.failedStage(new QueueClosedException())
                                : CompletableFuture.completedStage(null);

        TestAttempt attempt = process(message("a"));
        process(message("behind it in the same stripe")).await();

        assertThat(attempt.result).isNotDone();
        assertThat(failed).isEmpty();
    }

    @Test
    void anIntakeThatThrowsCountsAsARefusal() {
        acceptance =
                _ -> {
                    throw new IllegalArgumentException("the message is too large");
                };

        TestAttempt attempt = process(message("a"));

        attempt.await();
        assertThat(failed).containsExactly("a");
        assertThat(attempt.openShares).hasValue(0);
    }

    @Test
    void withoutRoomAndWithoutAConnectionTheAttemptFailsWithTheReason() {
        chains.root(
                chain("root", 2)
                        .node("put")
                        .node("next")
                        .connect("put", "Success", "next")
                        .of(TENANT));
        engine.chainsChanged(TENANT);
        answer = _ -> CompletableFuture.failedFuture(new IllegalStateException("it is full"));

        assertThat(process(message("a")).awaitFailure().failure().error()).contains("it is full");
    }

    @Test
    void withNothingConnectedNothingIsPutIntoTheQueue() {
        chains.root(chain("root").node("put").of(TENANT));

        process(message("a")).await();

        assertThat(submitted).isEmpty();
    }

    @Test
    void aMessageAboutAnOriginatorOfAnotherInstanceGoesThere() {
        RuleMessage foreign = message(device(7), "about another");
        nodes.put("put", _ -> NodeResult.success(foreign));
        local = message -> !message.originator().equals(foreign.originator());

        process(message("a")).await();

        assertThat(next).isEmpty();
        assertThat(submitted)
                .singleElement()
                .isEqualTo(
                        foreign.withEntry(
                                new EntryPoint(
                                        ChainBuilder.chainId("root"),
                                        builder.nodeId("put"),
                                        "Success",
                                        List.of())));
    }

    @Test
    void aMessageAboutAnOriginatorOfThisInstanceGoesOnHere() {
        nodes.put("put", _ -> NodeResult.success(message(device(7), "about another")));

        process(message("a")).await();

        assertThat(next).containsExactly("about another");
        assertThat(submitted).isEmpty();
    }

    @Test
    void aMessageMayEnterTheChainAtANode() {
        EntryPoint entry = EntryPoint.at(ChainBuilder.chainId("root"), builder.nodeId("next"));

        process(message("a").withEntry(entry)).await();

        assertThat(next).containsExactly("a");
    }

    @Test
    void theMessagesThatANodeMakesOfOneAreNamedTheSameInEveryAttempt() {
        List<String> keys = new CopyOnWriteArrayList<>();
        nodes.put("put", message -> new NodeResult.Several(List.of(message, message)));
        nodes.put(
                "next",
                new RuleNode() {
                    @Override
                    public NodeResult process(RuleMessage message) {
                        throw new AssertionError("expected to be called with the call");
                    }

                    @Override
                    public NodeResult process(RuleMessage message, NodeCall call) {
                        @Nullable String key = call.idempotencyKey();
                        keys.add(key == null ? "none" : key);
                        return NodeResult.success(message);
                    }
                });
        RuleMessage message = message("a");

        process(message).await();
        process(message).await();

        assertThat(keys).hasSize(4);
        assertThat(keys.subList(0, 2)).doesNotHaveDuplicates().isEqualTo(keys.subList(2, 4));
    }

    @Test
    void theMessagesThatANodeMakesOfOneAreOfTheDeliveredMessage() {
        List<UUID> ids = new CopyOnWriteArrayList<>();
        List<UUID> delivered = new CopyOnWriteArrayList<>();
        nodes.put("put", message -> new NodeResult.Several(List.of(message, message)));
        nodes.put(
                "next",
                new RuleNode() {
                    @Override
                    public NodeResult process(RuleMessage message) {
                        throw new AssertionError("expected to be called with the call");
                    }

                    @Override
                    public NodeResult process(RuleMessage message, NodeCall call) {
                        ids.add(message.id());
                        delivered.add(requireNonNull(call.deliveredMessage()));
                        return NodeResult.success(message);
                    }
                });
        RuleMessage message = message("a");

        process(message).await();

        assertThat(ids).hasSize(2).doesNotContain(message.id());
        assertThat(delivered).containsExactly(message.id(), message.id());
    }
}
