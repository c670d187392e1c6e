// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A fault of a node fails only its message. */
class NodeFaultsTest extends EngineFixture {

    @Test
    @SuppressWarnings("NullAway") // a plugin compiled without NullAway can return null
    void aNodeThatAnswersNothingFailsItsMessage() {
        assertThat(errorOf(_ -> null)).isEqualTo("the node gave no answer");
    }

    @Test
    @SuppressWarnings("NullAway") // a plugin compiled without NullAway can return null
    void aNodeThatAnswersNothingLaterFailsItsMessage() {
        assertThat(errorOf(_ -> new NodeResult.Later(CompletableFuture.completedFuture(null))))
                .isEqualTo("the node gave no answer");
    }

    @Test
    void aNodeWhoseClassesDoNotFitFailsItsMessageAndSaysWhichOneIsMissing() {
        assertThat(
                        errorOf(_ -> {
                            throw new NoClassDefFoundError("org/example/Gone");
                        }))
                .isEqualTo("java.lang.NoClassDefFoundError: org/example/Gone");
    }

    @Test
    @SuppressWarnings("NullAway") // a plugin compiled without NullAway can return null
    void theNextMessageRunsAsIfNothingHadBeen() {
        chains.root(chain("root").node("a").of(TENANT));
        List<String> seen = new CopyOnWriteArrayList<>();
        RuleNode good = recording(seen);
        nodes.put(
                "a",
                message -> message.payload().text().equals("bad") ? null : good.process(message));

        process(message("bad")).awaitFailure();
        process(message("good")).await();

        assertThat(seen).containsExactly("good");
    }

    @Test
    void aWriteUnderALeaseThatIsOverDecidesNothingHereAndHoldsUpNoLaterMessage() {
        chains.root(
                chain("root")
                        .node("save")
                        .node("failed")
                        .connect("save", "Failure", "failed")
                        .of(TENANT));
        List<String> failed = new CopyOnWriteArrayList<>();
        nodes.put("failed", recording(failed));
        nodes.put(
                "save",
                message ->
                        message.payload().text().equals("stale")
                                ? new NodeResult.Later(
                                        CompletableFuture.failedFuture(
                                                new LeaseOverException(new Lease("main", 3, 1))))
                                : NodeResult.success(message));

        TestAttempt stale = process(message("stale"));
        process(message("next")).await();

        assertThat(stale.result).isNotDone();
        assertThat(failed).isEmpty();
    }

    @Test
    void aNodesCallIsKnownToItsThreadAndNotWantedOnceTheAttemptIsGivenUp() {
        chains.root(chain("root").node("a").of(TENANT));
        CompletableFuture<NodeCall> current = new CompletableFuture<>();
        nodes.put(
                "a",
                _ -> {
                    current.complete(CurrentCall.get());
                    return new NodeResult.Later(new CompletableFuture<>());
                });

        TestAttempt attempt = process(message("x"));

        NodeCall call = current.orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(call.isWanted()).isTrue();
        attempt.giveUp();
        assertThat(call.isWanted()).isFalse();
        assertThat(CurrentCall.get()).isSameAs(NodeCall.ALONE);
    }

    private String errorOf(RuleNode node) {
        chains.root(chain("root").node("a").of(TENANT));
        nodes.put("a", node);
        AttemptResult.Failed failed = process(message("x")).awaitFailure();
        return failed.failure().error();
    }
}
