// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static io.millrace.rule.engine.ChainBuilder.chainId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.ActorRef;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.ActorSystemListener;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Chains are loaded by their first message, and unloaded when no message has come for some time. */
class IdleChainsTest extends EngineFixture {

    private static final EngineSettings SETTINGS =
            EngineSettings.DEFAULTS.withUnloadAfter(Duration.ofMillis(20));

    private final AtomicInteger actorsAlive = new AtomicInteger();
    private final ActorSystem system =
            ActorSystem.builder("idle").listener(new LiveActors()).build();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final CompletableFuture<NodeResult> late = new CompletableFuture<>();
    private final RuleEngine tested = engine(SETTINGS, system, this::startNode);

    @BeforeEach
    void saveChains() {
        chains.root(
                chain("root").node("a").node("call").connect("a", "Success", "call").of(TENANT));
        chains.add(chain("inner").node("late").of(TENANT));
    }

    @AfterEach
    void close() {
        tested.close();
        system.close();
    }

    private StartedNode startNode(ChainNode definition, NodeIdentity identity) {
        open.incrementAndGet();
        started.incrementAndGet();
        return new StartedNode(new Node(definition.name()), false);
    }

    private final class LiveActors implements ActorSystemListener {

        @Override
        public void actorStarted(ActorRef<?> actor) {
            actorsAlive.incrementAndGet();
        }

        @Override
        public void actorStopped(ActorRef<?> actor) {
            actorsAlive.decrementAndGet();
        }
    }

    private final class Node implements RuleNode {

        private final String name;

        Node(String name) {
            this.name = name;
        }

        @Override
        public NodeResult process(RuleMessage message) {
            boolean isSlow = message.payload().text().equals("slow");
            return switch (name) {
                case "call" ->
                        isSlow
                                ? new NodeResult.Call(chainId("inner"), message)
                                : NodeResult.success(message);
                case "late" -> new NodeResult.Later(late);
                default -> NodeResult.success(message);
            };
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private TestAttempt send(RuleMessage message) {
        TestAttempt attempt = new TestAttempt(message);
        tested.process(attempt);
        return attempt;
    }

    @Test
    void noChainIsLoadedBeforeItsFirstMessage() {
        tested.chainsChanged(TENANT);
        tested.whenChainsSettled(TENANT).join();
        assertThat(started).hasValue(0);

        send(message("x")).await();

        assertThat(started).hasValue(2);
    }

    @Test
    void aChainWithoutMessagesIsUnloadedAndTheNextMessageLoadsIt() {
        send(message("x")).await();
        await().until(() -> open.get() == 0);
        assertThat(tested.stateOf(TENANT, chainId("root"))).isEmpty();
        assertThat(tested.loadedChains()).isZero();

        send(message("y")).await();

        assertThat(started).hasValue(4);
    }

    @Test
    void aMessageUnderWayKeepsTheNodesOfItsChainsOpenWhenTheyAreUnloaded() {
        TestAttempt slow = send(message("slow"));
        await().until(() -> open.get() == 3);
        await().until(() -> tested.loadedChains() == 0);

        TestAttempt next = send(message("next"));

        await().until(() -> started.get() == 5);
        assertThat(next.result).isNotDone();
        assertThat(open).hasValue(5);
        late.complete(NodeResult.success(slow.message()));
        next.await();
        await().until(() -> open.get() == 0);
    }

    @Test
    void theGateOfADeletedChainIsRemoved() {
        RuleMessage lost = message("x").withEntry(EntryPoint.firstNodeOf(chainId("deleted")));

        assertThat(send(lost).awaitFailure().failure().error())
                .contains("the tenant has no rule chain");

        await().until(() -> tested.gates() == 0);
        assertThat(send(lost).awaitFailure().failure().error())
                .contains("the tenant has no rule chain");
    }

    @Test
    void theActorOfATenantWithoutChainsAndDevicesStops() {
        await().until(() -> actorsAlive.get() == 1);
        send(message("x")).await();

        await().until(() -> actorsAlive.get() == 1);

        send(message("y")).await();
    }
}
