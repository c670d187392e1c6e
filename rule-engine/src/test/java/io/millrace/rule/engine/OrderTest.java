// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.EntityId;
import io.millrace.rule.node.NodeResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderTest extends EngineFixture {

    @Test
    void letsAnswersLeaveANodeInTheOrderInWhichItsOriginatorsMessagesCame() {
        chains.root(
                chain("root").node("call").node("b").connect("call", "Success", "b").of(TENANT));
        Map<String, CompletableFuture<NodeResult>> answers = new ConcurrentHashMap<>();
        List<String> seen = new CopyOnWriteArrayList<>();
        nodes.put(
                "call",
                message ->
                        message.payload().text().equals("now")
                                ? NodeResult.success(message)
                                : new NodeResult.Later(
                                        answers.computeIfAbsent(
                                                message.payload().text(),
                                                _ -> new CompletableFuture<>())));
        nodes.put("b", recording(seen));
        TestAttempt first = process(message("1"));
        TestAttempt second = process(message("2"));
        TestAttempt third = process(message("now"));
        TestAttempt other = process(message(device(2), "now"));

        other.await();
        await().until(() -> answers.size() == 2);
        requireNonNull(answers.get("2")).complete(NodeResult.success(second.message));
        assertThat(second.result).isNotDone();
        assertThat(third.result).isNotDone();

        requireNonNull(answers.get("1")).complete(NodeResult.success(first.message));
        third.await();
        assertThat(seen).containsExactly("now", "1", "2", "now");
    }

    @Test
    void keepsEachOriginatorsOrderThroughSeveralNodes() {
        chains.root(
                chain("root")
                        .node("a")
                        .node("b")
                        .node("c")
                        .connect("a", "Success", "b")
                        .connect("b", "Success", "c")
                        .of(TENANT));
        Map<EntityId, List<String>> seen = new ConcurrentHashMap<>();
        nodes.put("a", NodeResult::success);
        nodes.put(
                "b",
                message ->
                        new NodeResult.Later(
                                CompletableFuture.supplyAsync(() -> NodeResult.success(message))));
        nodes.put(
                "c",
                message -> {
                    seen.computeIfAbsent(message.originator(), _ -> new CopyOnWriteArrayList<>())
                            .add(message.payload().text());
                    return NodeResult.success(message);
                });

        List<TestAttempt> attempts =
                IntStream.range(0, 2_000)
                        .mapToObj(i -> process(message(device(i % 7), Integer.toString(i))))
                        .toList();
        attempts.forEach(TestAttempt::await);

        for (int device = 0; device < 7; device++) {
            int first = device;
            List<String> expected =
                    IntStream.range(0, 2_000)
                            .filter(i -> i % 7 == first)
                            .mapToObj(Integer::toString)
                            .toList();
            assertThat(seen.get(device(device))).isEqualTo(expected);
        }
    }

    @Test
    void laysAnAttemptThatIsGivenUpAtTheDoorOfTheNodeThatHasIt() {
        ChainBuilder chain = chain("root").node("a").node("hung").connect("a", "Success", "hung");
        chains.root(chain.of(TENANT));
        CompletableFuture<NodeResult> never = new CompletableFuture<>();
        AtomicInteger calls = new AtomicInteger();
        nodes.put("a", NodeResult::success);
        nodes.put(
                "hung",
                message -> {
                    calls.incrementAndGet();
                    return message.payload().text().equals("hang")
                            ? new NodeResult.Later(never)
                            : NodeResult.success(message);
                });
        TestAttempt hung = process(message("hang"));
        TestAttempt behind = process(message("behind"));
        await().until(() -> calls.get() == 2);
        assertThat(behind.result).isNotDone();

        AttemptResult.Failed failed = hung.giveUp();

        assertThat(failed.failure().error()).isEqualTo("too late");
        assertThat(failed.failure().node()).isEqualTo(chain.nodeId("hung"));
        assertThat(failed.path().branchEnds()).extracting(Hop::label).containsExactly("Success");
        assertThat(behind.await()).isInstanceOf(AttemptResult.DoneWithoutEffect.class);
        assertThat(hung.lateResults).hasValue(0);
        never.complete(NodeResult.success(hung.message));
        await().until(() -> hung.lateResults.get() == 1);
    }
}
