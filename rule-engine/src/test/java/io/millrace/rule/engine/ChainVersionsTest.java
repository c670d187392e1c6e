// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.system.ActorSystem;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.id.DeviceId;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ChainVersionsTest extends EngineFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void aNodeThatCannotStartIsShownWithTheReason() {
        chains.root(chain("root").node("missing").of(TENANT));
        process(message("x")).awaitFailure();

        assertThat(engine.stateOf(TENANT, ChainBuilder.chainId("root")).orElseThrow().nodes())
                .extracting(NodeState::condition)
                .containsExactly(
                        new NodeState.NotStarted("the node could not start: there is none"));
        assertThat(engine.stateOf(TENANT, ChainBuilder.chainId("other"))).isEmpty();
    }

    @Test
    void failsAMessageOfATenantWithoutARootChain() {
        assertThat(process(message("x")).awaitFailure().failure().error())
                .isEqualTo("the tenant has no root rule chain");
    }

    @Test
    void finishesMessagesOnTheVersionThatTheyBeganOn() {
        chains.root(
                chain("root", 1).node("v1").node("end").connect("v1", "Success", "end").of(TENANT));
        CompletableFuture<NodeResult> answer = new CompletableFuture<>();
        AtomicBoolean reached = new AtomicBoolean();
        AtomicBoolean closed = new AtomicBoolean();
        List<String> ends = new CopyOnWriteArrayList<>();
        nodes.put(
                "v1",
                new RuleNode() {
                    @Override
                    public NodeResult process(RuleMessage message) {
                        if (message.originator().equals(device(2))) {
                            return NodeResult.to("First", message);
                        }
                        reached.set(true);
                        return new NodeResult.Later(answer);
                    }

                    @Override
                    public void close() {
                        closed.set(true);
                    }
                });
        nodes.put("end", recording(ends));
        nodes.put("v2", message -> NodeResult.to("Second", message));
        TestAttempt old = process(message("old"));
        await().untilTrue(reached);

        chains.root(chain("root", 2).node("v2").of(TENANT));
        engine.chainsChanged(TENANT);
        await().untilAsserted(() ->
                assertThat(process(message(device(2), "new")).labels()).containsExactly("Second"));
        assertThat(closed).isFalse();
        assertThat(old.result).isNotDone();

        answer.complete(NodeResult.success(old.message));

        assertThat(old.labels()).containsExactly("Success", "Success");
        assertThat(ends).containsExactly("old");
        await().untilTrue(closed);
    }

    @Test
    void tellsWhenAChangedChainTakesNewMessages() {
        CountDownLatch mayStart = new CountDownLatch(1);
        RuleEngine slow =
                engine(
                        EngineSettings.DEFAULTS,
                        ActorSystem.create("slow"),
                        (definition, _) -> {
                            if (definition.name().equals("v2")) {
                                mayStart.await();
                            }
                            return new StartedNode(
                                    message -> NodeResult.to(definition.name(), message), false);
                        });
        assertThat(slow.whenChainsSettled(TENANT)).succeedsWithin(PATIENCE);
        chains.root(chain("root", 1).node("v1").of(TENANT));
        assertThat(labels(slow)).containsExactly("v1");

        chains.root(chain("root", 2).node("v2").of(TENANT));
        slow.chainsChanged(TENANT);
        CompletionStage<Void> settled = slow.whenChainsSettled(TENANT);
        assertThat(labels(slow)).containsExactly("v1");
        assertThat(settled.toCompletableFuture()).isNotDone();
        mayStart.countDown();

        assertThat(settled).succeedsWithin(PATIENCE);
        assertThat(labels(slow)).containsExactly("v2");
        slow.close();
    }

    private static List<String> labels(RuleEngine engine) {
        TestAttempt attempt = new TestAttempt(message("x"));
        engine.process(attempt);
        return attempt.labels();
    }

    @Test
    void aChangeLoadsNoChainButTheChangedOne() {
        nodes.put("a", NodeResult::success);
        chains.root(chain("root").node("a").of(TENANT));
        process(message("x")).await();
        for (int i = 0; i < 50; i++) {
            chains.add(chain("chain " + i).node("a").of(TENANT));
            enter("chain " + i).await();
        }
        assertThat(engine.loadedChains()).isEqualTo(51);
        nodes.put("b", message -> NodeResult.to("Second", message));
        chains.loads.set(0);

        chains.add(chain("chain 7", 2).node("b").of(TENANT));
        settle();

        assertThat(chains.loads).hasValue(1);
        assertThat(enter("chain 7").labels()).containsExactly("Second");
        assertThat(enter("chain 8").labels()).containsExactly("Success");
    }

    @Test
    void aChangeOfTheRootLoadsTheNewRoot() {
        nodes.put("a", NodeResult::success);
        nodes.put("b", message -> NodeResult.to("Second", message));
        chains.add(chain("other").node("b").of(TENANT));
        chains.root(chain("root").node("a").of(TENANT));
        process(message("x")).await();
        enter("other").await();
        chains.loads.set(0);

        chains.root(chain("other").node("b").of(TENANT));
        settle();

        assertThat(chains.loads).hasValue(1);
        assertThat(process(message("x")).labels()).containsExactly("Second");
        await().until(() -> engine.loadedChains() == 1);
    }

    @Test
    void manyChangesAtOnceAreCheckedTogether() {
        nodes.put("a", NodeResult::success);
        chains.root(chain("root").node("a").of(TENANT));
        process(message("x")).await();
        CountDownLatch mayAnswer = new CountDownLatch(1);
        chains.beforeCheck = mayAnswer::await;

        for (int i = 0; i < 1_000; i++) {
            engine.chainsChanged(TENANT);
        }
        nodes.put("b", message -> NodeResult.to("Second", message));
        chains.root(chain("root", 2).node("b").of(TENANT));
        engine.chainsChanged(TENANT);
        CompletableFuture<Void> settled = engine.whenChainsSettled(TENANT);
        await().until(() -> chains.checks.get() == 1);
        assertThat(settled).isNotDone();
        // Is answered after all changes have arrived, because it takes their way.
        ConnectedDevice device =
                new ConnectedDevice(
                        TENANT, new DeviceId(DEVICE.id()), "D", "default", null, null, "Main");
        assertThat(engine.checkActivity(device, 0, false)).succeedsWithin(PATIENCE);
        mayAnswer.countDown();

        assertThat(settled).succeedsWithin(PATIENCE);
        assertThat(chains.checks).hasValue(2);
        assertThat(process(message("x")).labels()).containsExactly("Second");
    }

    @Test
    void changesAreCheckedAgainWhileTheStoreIsAway() {
        nodes.put("a", NodeResult::success);
        chains.root(chain("root").node("a").of(TENANT));
        process(message("x")).await();
        chains.beforeCheck =
                () -> {
                    throw new IllegalStateException("the database is away");
                };
        engine.chainsChanged(TENANT);
        CompletableFuture<Void> settled = engine.whenChainsSettled(TENANT);
        await().until(() -> chains.checks.get() >= 1);
        nodes.put("b", message -> NodeResult.to("Second", message));
        chains.root(chain("root", 2).node("b").of(TENANT));
        assertThat(settled).isNotDone();

        chains.beforeCheck = () -> {};

        assertThat(settled).succeedsWithin(PATIENCE);
        assertThat(process(message("x")).labels()).containsExactly("Second");
    }

    private TestAttempt enter(String chain) {
        return process(message("x").withEntry(EntryPoint.firstNodeOf(ChainBuilder.chainId(chain))));
    }

    private void settle() {
        engine.chainsChanged(TENANT);
        assertThat(engine.whenChainsSettled(TENANT)).succeedsWithin(PATIENCE);
    }

    @Test
    void tellsWhenATenantsRootChainIsGone() {
        nodes.put("a", NodeResult::success);
        chains.root(chain("root").node("a").of(TENANT));
        process(message("x")).await();

        chains.withoutRoot();
        engine.chainsChanged(TENANT);

        assertThat(engine.whenChainsSettled(TENANT)).succeedsWithin(PATIENCE);
        assertThat(process(message("x")).awaitFailure().failure().error())
                .isEqualTo("the tenant has no root rule chain");
    }

    @Test
    void failsMessagesOfANodeThatCannotStartUntilItCan() {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch isBack = new CountDownLatch(1);
        RuleEngine picky =
                engine(
                        EngineSettings.DEFAULTS,
                        ActorSystem.create("picky"),
                        (definition, identity) -> {
                            if (tries.incrementAndGet() == 1) {
                                throw new IllegalStateException("broker is away");
                            }
                            isBack.await();
                            return new StartedNode(NodeResult::success, false);
                        });
        chains.root(chain("root").node("a").of(TENANT));

        TestAttempt first = new TestAttempt(message("x"));
        picky.process(first);
        assertThat(first.awaitFailure().failure().error())
                .isEqualTo("the node could not start: broker is away");
        isBack.countDown();

        await().untilAsserted(() -> {
            TestAttempt next = new TestAttempt(message("x"));
            picky.process(next);
            assertThat(next.await()).isInstanceOf(AttemptResult.DoneWithoutEffect.class);
        });
        picky.close();
    }

    @Test
    void doesNotTryAgainWhatCanNeverStart() {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch isBack = new CountDownLatch(1);
        RuleEngine picky =
                engine(
                        EngineSettings.DEFAULTS,
                        ActorSystem.create("hopeless"),
                        (definition, identity) -> {
                            tries.incrementAndGet();
                            throw new InvalidConfigurationException("scriptLang: expected JS");
                        });
        chains.root(chain("root").node("a").of(TENANT));
        TestAttempt attempt = new TestAttempt(message("x"));
        picky.process(attempt);

        assertThat(attempt.awaitFailure().failure().error()).contains("scriptLang: expected JS");
        await().during(Duration.ofMillis(1_500)).until(() -> tries.get() == 1);
        picky.close();
    }

    @Test
    void triesAgainToLoadAChainWhileTheStoreIsAway() {
        chains.away.set(true);
        TestAttempt attempt = process(message("x"));
        await().until(() -> chains.loads.get() > 0);
        chains.root(chain("root").node("a").of(TENANT));
        nodes.put("a", NodeResult::success);
        assertThat(attempt.result).isNotDone();

        chains.away.set(false);

        assertThat(attempt.await()).isInstanceOf(AttemptResult.DoneWithoutEffect.class);
    }
}
