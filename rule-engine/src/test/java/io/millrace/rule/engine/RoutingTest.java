// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static io.millrace.rule.engine.ChainBuilder.chainId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.rule.node.NodeResult;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RoutingTest extends EngineFixture {

    @Test
    void routesAMessageByLabelAndRecordsItsWay() {
        ChainBuilder chain =
                chain("root")
                        .node("filter")
                        .node("save")
                        .node("other")
                        .connect("filter", "True", "save")
                        .connect("filter", "False", "other");
        chains.root(chain.of(TENANT));
        List<String> saved = new CopyOnWriteArrayList<>();
        nodes.put("filter", message -> NodeResult.to("True", message));
        nodes.put("save", recording(saved));
        nodes.put("other", recording(new CopyOnWriteArrayList<>()));
        withEffect.add("save");

        TestAttempt attempt = process(message("a"));

        assertThat(attempt.await()).isInstanceOf(AttemptResult.Done.class);
        assertThat(saved).containsExactly("a");
        List<Hop> hops = Path.hopsTo(attempt.await().path().branchEnds().getFirst());
        assertThat(hops)
                .extracting(Hop::node)
                .containsExactly(chain.nodeId("filter"), chain.nodeId("save"));
        assertThat(hops).extracting(Hop::label).containsExactly("True", "Success");
        assertThat(hops).allMatch(hop -> hop.chainVersion() == 1 && hop.micros() >= 0);
    }

    @Test
    void ignoresTheCaseOfLabels() {
        chains.root(
                chain("root").node("a").node("b").connect("a", "post TELEMETRY", "b").of(TENANT));
        List<String> seen = new CopyOnWriteArrayList<>();
        nodes.put("a", message -> NodeResult.to("Post telemetry", message));
        nodes.put("b", recording(seen));

        process(message("x")).await();

        assertThat(seen).containsExactly("x");
    }

    @Test
    void endsWithoutEffectWhereNoNodeDidAnything() {
        chains.root(chain("root").node("a").of(TENANT));
        nodes.put("a", NodeResult::success);

        assertThat(process(message("x")).await())
                .isInstanceOf(AttemptResult.DoneWithoutEffect.class);
    }

    @Test
    void endsWhereNoConnectionTakesTheLabelOnAndInAChainWithoutNodes() {
        chains.root(chain("root").node("a").node("b").connect("a", "True", "b").of(TENANT));
        nodes.put("a", message -> NodeResult.to("False", message));
        nodes.put("b", failing("must not be reached"));

        assertThat(process(message("x")).labels()).containsExactly("False");

        chains.root(chain("empty").of(TENANT));
        engine.chainsChanged(TENANT);
        await().untilAsserted(() ->
                assertThat(process(message("y")).await().path()).isEqualTo(Path.EMPTY));
    }

    @Test
    void failsTheAttemptWhereNothingTakesAFailureOn() {
        ChainBuilder chain = chain("root").node("a");
        chains.root(chain.of(TENANT));
        nodes.put("a", failing("disk is full"));

        AttemptResult.Failed failed = process(message("x")).awaitFailure();

        assertThat(failed.failure().error()).isEqualTo("disk is full");
        assertThat(failed.failure().node()).isEqualTo(chain.nodeId("a"));
        assertThat(failed.failure().nodeName()).isEqualTo("a");
        assertThat(failed.failure().chain()).isEqualTo(chainId("root"));
    }

    @Test
    void routesAFailureWhereAConnectionTakesItOn() {
        chains.root(chain("root").node("a").node("b").connect("a", "Failure", "b").of(TENANT));
        List<String> seen = new CopyOnWriteArrayList<>();
        nodes.put("a", failing("disk is full"));
        nodes.put("b", recording(seen));

        assertThat(process(message("x")).labels()).containsExactly("Failure", "Success");
        assertThat(seen).containsExactly("x");
    }

    @Test
    void countsAnExceptionAndALateExceptionAsFailure() {
        chains.root(chain("root").node("a").of(TENANT));
        nodes.put(
                "a",
                _ -> {
                    throw new NullPointerException();
                });
        assertThat(process(message("x")).awaitFailure().failure().error())
                .isEqualTo("NullPointerException");

        chains.root(chain("second").node("late").of(TENANT));
        nodes.put(
                "late",
                _ ->
                        new NodeResult.Later(
                                CompletableFuture.failedFuture(new IllegalStateException("gone"))));
        engine.chainsChanged(TENANT);
        await().untilAsserted(() ->
                assertThat(process(message("x")).awaitFailure().failure().error())
                        .isEqualTo("gone"));
    }

    @Test
    void endsAForkedMessageOnceAndOnlyWhenEveryBranchHasEnded() {
        chains.root(
                chain("root")
                        .node("a")
                        .node("fast")
                        .node("slow")
                        .connect("a", "Success", "fast")
                        .connect("a", "Success", "slow")
                        .of(TENANT));
        List<String> fast = new CopyOnWriteArrayList<>();
        CompletableFuture<NodeResult> answer = new CompletableFuture<>();
        nodes.put("a", NodeResult::success);
        nodes.put("fast", recording(fast));
        nodes.put("slow", _ -> new NodeResult.Later(answer));

        TestAttempt attempt = process(message("x"));
        await().until(() -> fast.size() == 1);
        assertThat(attempt.result).isNotDone();

        answer.complete(NodeResult.success(attempt.message));
        assertThat(attempt.await().path().branchEnds()).hasSize(2);
        assertThat(attempt.lateResults).hasValue(0);
    }

    @Test
    void keepsTheFirstFailureOfAForkedMessage() {
        chains.root(
                chain("root")
                        .node("a")
                        .node("bad")
                        .node("good")
                        .connect("a", "Success", "bad")
                        .connect("a", "Success", "good")
                        .of(TENANT));
        nodes.put("a", NodeResult::success);
        nodes.put("bad", failing("bad"));
        nodes.put("good", NodeResult::success);

        assertThat(process(message("x")).awaitFailure().failure().error()).isEqualTo("bad");
    }

    @Test
    void sendsSeveralMessagesOnEachWithAnIdOfItsOwn() {
        chains.root(
                chain("root").node("split").node("b").connect("split", "Success", "b").of(TENANT));
        List<UUID> ids = new CopyOnWriteArrayList<>();
        nodes.put("split", message -> new NodeResult.Several(List.of(message, message, message)));
        nodes.put(
                "b",
                message -> {
                    ids.add(message.id());
                    return NodeResult.success(message);
                });

        process(message("x")).await();

        assertThat(ids).hasSize(3).doesNotHaveDuplicates();
    }
}
