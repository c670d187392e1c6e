// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static io.millrace.rule.engine.ChainBuilder.chainId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.rule.node.NodeResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class NestedChainsTest extends EngineFixture {

    @Test
    void runsANestedChainAndGoesOnByTheLabelOfItsOutput() {
        chains.root(
                chain("root")
                        .node("call inner")
                        .node("hot")
                        .connect("call inner", "Too hot", "hot")
                        .of(TENANT));
        chains.add(
                chain("inner").node("in").node("out").connect("in", "Success", "out").of(TENANT));
        List<String> hot = new CopyOnWriteArrayList<>();
        nodes.put("call inner", message -> new NodeResult.Call(chainId("inner"), message));
        nodes.put("in", NodeResult::success);
        nodes.put("out", message -> new NodeResult.Return("Too hot", message));
        nodes.put("hot", recording(hot));

        TestAttempt attempt = process(message("x"));

        assertThat(attempt.labels()).containsExactly("(call)", "Success", "Too hot", "Success");
        assertThat(hot).containsExactly("x");
    }

    @Test
    void endsAReturnWithoutACallAndFailsACallOfAMissingChain() {
        chains.root(chain("root").node("a").of(TENANT));
        nodes.put("a", message -> new NodeResult.Return("x", message));
        assertThat(process(message("x")).labels()).containsExactly("x");

        chains.root(chain("second").node("b").of(TENANT));
        nodes.put("b", message -> new NodeResult.Call(chainId("nowhere"), message));
        engine.chainsChanged(TENANT);
        await().untilAsserted(() ->
                assertThat(process(message("x")).await())
                        .isInstanceOfSatisfying(
                                AttemptResult.Failed.class,
                                NestedChainsTest::namesTheCallOfNowhere));
    }

    private static void namesTheCallOfNowhere(AttemptResult.Failed failed) {
        assertThat(failed.failure().error())
                .isEqualTo(
                        "the tenant has no rule chain %s; node \"b\" of rule chain \"second\" called it"
                                .formatted(chainId("nowhere")));
        assertThat(failed.failure().chain()).isEqualTo(chainId("second"));
        assertThat(failed.failure().nodeName()).isEqualTo("b");
        assertThat(failed.failure().node()).isNotNull();
    }

    @Test
    void stopsAMessageThatRunsInCircles() {
        chains.root(chain("root").node("again").of(TENANT));
        nodes.put("again", message -> new NodeResult.Call(chainId("root"), message));

        assertThat(process(message("x")).awaitFailure().failure().error())
                .contains("50 nodes")
                .contains("endless loop");
    }

    @Test
    void goesOnBehindAnAcknowledgeNodeInADeliveryOfItsOwn() {
        chains.root(chain("root").node("ack").node("b").connect("ack", "Success", "b").of(TENANT));
        nodes.put("ack", NodeResult.Acknowledged::new);
        nodes.put("b", failing("failed after the acknowledgement"));

        TestAttempt attempt = process(message("x"));

        assertThat(attempt.await()).isInstanceOf(AttemptResult.DoneWithoutEffect.class);
        await().until(() -> attempt.detached.size() == 1);
        assertThat(attempt.detached.getFirst().awaitFailure().failure().error())
                .isEqualTo("failed after the acknowledgement");
    }

    @Test
    void resumesBehindANodeAndReturnsToTheChainsThatCalled() {
        chains.root(
                chain("root").node("call").node("end").connect("call", "Out", "end").of(TENANT));
        chains.add(
                chain("inner").node("ack").node("out").connect("ack", "Success", "out").of(TENANT));
        List<String> ends = new CopyOnWriteArrayList<>();
        nodes.put("call", message -> new NodeResult.Call(chainId("inner"), message));
        nodes.put("ack", NodeResult.Acknowledged::new);
        nodes.put("out", message -> new NodeResult.Return("Out", message));
        nodes.put("end", recording(ends));
        TestAttempt attempt = process(message("x"));
        await().until(() -> attempt.detached.size() == 1);
        attempt.detached.getFirst().await();
        ends.clear();

        TestAttempt afterRestart = process(attempt.detached.getFirst().message);

        assertThat(afterRestart.labels()).containsExactly("Out", "Success");
        assertThat(ends).containsExactly("x");
    }

    @Test
    void failsAtAnAcknowledgeNodeWhenThereIsNoRoomForAnotherDelivery() {
        chains.root(chain("root").node("ack").node("b").connect("ack", "Success", "b").of(TENANT));
        nodes.put("ack", NodeResult.Acknowledged::new);
        nodes.put("b", NodeResult::success);
        TestAttempt attempt = new TestAttempt(message("x"));
        attempt.roomToDetach = false;

        engine.process(attempt);

        assertThat(attempt.awaitFailure().failure().error()).contains("no room");
    }
}
