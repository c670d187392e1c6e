// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedSendsTest {

    private static final NodeSends.Description NOWHERE =
            new NodeSends.Description("nowhere", "nothing");

    private final RuleMessage message = NodeTester.telemetry("{}");
    private final List<BoundedSends> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(BoundedSends::close);
    }

    @Test
    void aConfirmedMessageLeavesBySuccess() {
        CompletableFuture<RuleMessage> confirmation = new CompletableFuture<>();
        CompletableFuture<NodeResult> result =
                send(sends(1, Duration.ofSeconds(30), OutgoingSends.Order.ANY), () -> confirmation);
        assertThat(result).isNotDone();

        confirmation.complete(message);

        assertThat(result.join()).isEqualTo(NodeResult.success(message));
    }

    @Test
    void anErrorIsInTheMetadataToo() {
        NodeResult result =
                send(
                                sends(1, Duration.ofSeconds(30), OutgoingSends.Order.ANY),
                                () -> {
                                    throw new IOException("refused");
                                })
                        .join();

        assertThat(result)
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.error()).isEqualTo("refused");
                            assertThat(failed.timedOut()).isFalse();
                            assertThat(failed.message().metadata().get("error"))
                                    .isEqualTo("class java.io.IOException: refused");
                        });
    }

    @Test
    void aSendThatIsNotConfirmedInTimeIsCancelledAndGivesItsPlaceBack() {
        BoundedSends sends = sends(1, Duration.ofMillis(50), OutgoingSends.Order.ANY);

        // A send that has not begun within the time never begins.
        await().untilAsserted(() -> {
            CompletableFuture<RuleMessage> never = new CompletableFuture<>();
            assertThat(send(sends, () -> never).join())
                    .isInstanceOfSatisfying(
                            NodeResult.Failed.class,
                            failed -> {
                                assertThat(failed.timedOut()).isTrue();
                                assertThat(failed.error())
                                        .isEqualTo("no confirmation within PT0.05S");
                            });
            assertThat(never).isCancelled();
        });
        await().untilAsserted(() ->
                assertThat(send(sends, () -> CompletableFuture.completedFuture(message)).join())
                        .isEqualTo(NodeResult.success(message)));
    }

    @Test
    void aSendThatBlocksIsInterrupted() {
        BoundedSends sends = sends(1, Duration.ofMillis(50), OutgoingSends.Order.IN_TURN);
        CountDownLatch interrupted = new CountDownLatch(1);

        // A send that has not begun within the time never begins.
        await().until(() -> {
            NodeResult result =
                    send(
                                    sends,
                                    () -> {
                                        try {
                                            new CountDownLatch(1).await();
                                            throw new AssertionError("never counted down");
                                        } catch (InterruptedException e) {
                                            interrupted.countDown();
                                            throw e;
                                        }
                                    })
                            .join();
            assertThat(result).isInstanceOf(NodeResult.Failed.class);
            return interrupted.getCount() == 0;
        });
    }

    @Test
    void noMoreSendsAreUnderWayThanAllowed() {
        BoundedSends sends = sends(2, Duration.ofSeconds(30), OutgoingSends.Order.ANY);
        List<CompletableFuture<RuleMessage>> begun = new CopyOnWriteArrayList<>();
        List<CompletableFuture<NodeResult>> results = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            results.add(
                    send(
                            sends,
                            () -> {
                                CompletableFuture<RuleMessage> confirmation =
                                        new CompletableFuture<>();
                                begun.add(confirmation);
                                return confirmation;
                            }));
        }
        await().until(() -> begun.size() == 2);

        for (int i = 0; i < 5; i++) {
            int next = i;
            await().until(() -> begun.size() > next);
            assertThat(begun).hasSizeLessThanOrEqualTo(next + 2);
            begun.get(next).complete(message);
        }

        assertThat(results)
                .allSatisfy(
                        result -> assertThat(result.join()).isEqualTo(NodeResult.success(message)));
    }

    @Test
    void sendsInTurnBeginInTheOrderOfTheMessages() {
        BoundedSends sends = sends(1_000, Duration.ofSeconds(30), OutgoingSends.Order.IN_TURN);
        List<Integer> begun = new CopyOnWriteArrayList<>();
        List<CompletableFuture<NodeResult>> results = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int number = i;
            results.add(
                    send(
                            sends,
                            () -> {
                                begun.add(number);
                                return CompletableFuture.completedFuture(message);
                            }));
        }

        results.forEach(CompletableFuture::join);

        assertThat(begun).hasSize(300).isSorted();
    }

    @Test
    void aFullNodeRefusesMessages() {
        BoundedSends sends = sends(1, Duration.ofSeconds(30), OutgoingSends.Order.IN_TURN);
        for (int i = 0; i < 8_193; i++) {
            var _ = send(sends, CompletableFuture::new);
        }

        assertThat(send(sends, CompletableFuture::new).join())
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).startsWith("The node is full: 8193"));
    }

    @Test
    void messagesOfAClosedNodeFail() {
        BoundedSends sends = sends(1, Duration.ofSeconds(30), OutgoingSends.Order.ANY);
        CompletableFuture<NodeResult> underWay = send(sends, CompletableFuture::new);

        sends.close();

        assertThat(List.of(underWay, send(sends, CompletableFuture::new)))
                .allSatisfy(result ->
                        assertThat(result.join())
                                .isInstanceOfSatisfying(
                                        NodeResult.Failed.class,
                                        failed ->
                                                assertThat(failed.error())
                                                        .isEqualTo("the node was closed")));
    }

    private BoundedSends sends(int atOnce, Duration timeout, OutgoingSends.Order order) {
        BoundedSends sends = new BoundedSends(new OutgoingSends.Limits(atOnce, timeout, order));
        opened.add(sends);
        return sends;
    }

    private CompletableFuture<NodeResult> send(BoundedSends sends, NodeSends.Send send) {
        NodeResult result = sends.send(message, () -> NOWHERE, send);
        return result instanceof NodeResult.Later(var answer)
                ? answer.toCompletableFuture()
                : CompletableFuture.completedFuture(result);
    }
}
