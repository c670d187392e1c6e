// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.system.ActorSystem;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.rule.node.NodeResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeRoomUnderLoadTest extends EngineFixture {

    private static final int ROOM = 40;

    private final PendingAnswers held = new PendingAnswers();

    NodeRoomUnderLoadTest() {
        super(ActorSystem.create("test"), ROOM);
    }

    /** An answered message gives its place back a moment later. */
    private int messagesInNode() {
        return engine.stateOf(TENANT, ChainBuilder.chainId("root"))
                .orElseThrow()
                .nodes()
                .getFirst()
                .messages();
    }

    @Test
    void losesNoPlaceAndMakesNoneWhileAnswersAndDeadlinesRace() {
        chains.root(chain("root").node("call").of(TENANT));
        nodes.put(
                "call",
                message ->
                        message.payload().text().startsWith("held")
                                ? held.process(message)
                                : new NodeResult.Later(
                                        CompletableFuture.supplyAsync(
                                                () -> NodeResult.success(message))));

        List<TestAttempt> attempts =
                IntStream.range(0, 20_000)
                        .mapToObj(i -> {
                            TestAttempt attempt = process(message(device(i % 50), "m" + i));
                            if (i % 10 == 0) {
                                attempt.giveUp();
                            }
                            return attempt;
                        })
                        .toList();
        await().until(() ->
                attempts.stream()
                        .allMatch(attempt ->
                                attempt.result.isDone() || attempt.lateResults.get() == 1));
        assertThat(attempts)
                .extracting(attempt -> attempt.result.getNow(null))
                .hasAtLeastOneElementOfType(AttemptResult.DoneWithoutEffect.class);

        await().until(() -> messagesInNode() == 0);
        for (int i = 0; i < ROOM; i++) {
            String text = "held" + i;
            process(message(device(i), text));
            await().pollDelay(Duration.ZERO).until(() -> held.wasCalledFor(text));
        }
        // Each stripe may exceed the bound by one.
        List<TestAttempt> more =
                IntStream.range(0, 4)
                        .mapToObj(i -> process(message(device(100 + i), "held more " + i)))
                        .toList();
        await().untilAsserted(() ->
                assertThat(more).anySatisfy(attempt -> assertThat(attempt.result).isDone()));
    }
}
