// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static io.millrace.rule.engine.ChainBuilder.chainId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Hop;
import io.millrace.rule.node.NodeResult;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that wait for a chain that does not take messages. */
class ClosedGateTest extends EngineFixture {

    private final List<String> refusals = new ArrayList<>();
    private final ChainGate gate =
            new ChainGate(
                    new ChainGate.Key(TENANT, chainId("inner")),
                    2,
                    (branch, reason) -> {
                        refusals.add(reason);
                        branch.tree().end(branch);
                    });

    private TestAttempt enterGate() {
        TestAttempt attempt = new TestAttempt(message("x"));
        MessageTree tree = new MessageTree(attempt, 50, 1, new ContentRoom(1_000));
        attempt.track(tree);
        gate.enter(Branch.root(tree));
        return attempt;
    }

    @Test
    void aMessageThatIsGivenUpLeavesTheGateAtOnce() {
        TestAttempt givenUp = enterGate();
        TestAttempt other = enterGate();

        AttemptResult.Failed result = givenUp.giveUp();

        assertThat(result.failure().error()).isEqualTo("too late");
        assertThat(gate.waiting()).isEqualTo(1);
        assertThat(givenUp.lateResults).hasValue(1);
        assertThat(other.result).isNotDone();
    }

    @Test
    void nothingOfAMessageThatIsGivenUpStaysReachable() {
        WeakReference<TestAttempt> left = giveUpOne();

        await().until(() -> {
            System.gc();
            return left.get() == null;
        });
        assertThat(gate.waiting()).isZero();
    }

    private WeakReference<TestAttempt> giveUpOne() {
        TestAttempt attempt = enterGate();
        attempt.giveUp();
        return new WeakReference<>(attempt);
    }

    @Test
    void aMessageThatArrivesAfterItWasGivenUpDoesNotWait() {
        TestAttempt attempt = new TestAttempt(message("x"));
        MessageTree tree = new MessageTree(attempt, 50, 1, new ContentRoom(1_000));
        attempt.track(tree);
        attempt.giveUp();

        gate.enter(Branch.root(tree));

        assertThat(gate.waiting()).isZero();
        assertThat(refusals).hasSize(1);
    }

    @Test
    void refusesMessagesBeyondItsBoundWithTheReason() {
        enterGate();
        enterGate();
        TestAttempt refused = enterGate();

        assertThat(refused.result).isDone();
        assertThat(refusals)
                .containsExactly(
                        "rule chain %s has no room for another waiting message: 2 messages wait for it"
                                .formatted(chainId("inner")));
    }

    @Test
    void makesRoomForOthersWhenTheQueueHasHandedMessagesOver() {
        TestAttempt handedOver = enterGate();
        handedOver.handOver();
        enterGate();
        TestAttempt next = enterGate();

        assertThat(next.result).isNotDone();
        assertThat(handedOver.lateResults).hasValue(1);
        assertThat(gate.waiting()).isEqualTo(2);
    }

    @Test
    void aBranchThatIsGivenUpAtTheGateOfANestedChainReleasesTheCallingChain() {
        chains.root(
                chain("root").node("a").node("call").connect("a", "Success", "call").of(TENANT));
        chains.hide(chainId("inner"));
        nodes.put("a", NodeResult::success);
        nodes.put("call", message -> new NodeResult.Call(chainId("inner"), message));
        TestAttempt attempt = process(message("x"));
        await().until(() -> attempt.latestLabels().equals(List.of("(call)")));

        AttemptResult.Failed result = attempt.giveUp();

        assertThat(result.path().branchEnds()).extracting(Hop::label).containsExactly("(call)");
        await().untilAsserted(() -> assertThat(attempt.lateResults).hasValue(1));
    }
}
