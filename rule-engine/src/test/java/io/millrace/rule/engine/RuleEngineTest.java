// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static io.millrace.rule.engine.ChainBuilder.chainId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.ActorSystem;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RuleEngineTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final EntityId DEVICE = device(1);

    private final Chains chains = new Chains();
    private final Map<String, RuleNode> nodes = new ConcurrentHashMap<>();
    private final Set<String> withEffect = ConcurrentHashMap.newKeySet();
    private final ActorSystem actors = ActorSystem.create("test");
    private final RuleEngine engine =
            engine(
                    new EngineSettings(3, 50, Duration.ofSeconds(10), Duration.ofMinutes(10)),
                    actors,
                    (definition, identity) ->
                            new StartedNode(
                                    nodes.get(definition.name()),
                                    withEffect.contains(definition.name())));

    @AfterEach
    void stop() {
        engine.close();
        actors.close();
    }

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
        answers.get("2").complete(NodeResult.success(second.message));
        assertThat(second.result).isNotDone();
        assertThat(third.result).isNotDone();

        answers.get("1").complete(NodeResult.success(first.message));
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
    void endsAReturnThatNobodyCalledForAndFailsACallOfAChainThatIsNotThere() {
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
                                failed ->
                                        assertThat(failed.failure().error())
                                                .contains(chainId("nowhere").toString())));
    }

    @Test
    void stopsAMessageThatRunsInCircles() {
        chains.root(chain("root").node("again").of(TENANT));
        nodes.put("again", message -> new NodeResult.Call(chainId("root"), message));

        assertThat(process(message("x")).awaitFailure().failure().error())
                .contains("50 nodes")
                .contains("circles");
    }

    @Test
    void failsAMessageOfATenantWithoutARootChain() {
        assertThat(process(message("x")).awaitFailure().failure().error())
                .isEqualTo("the tenant has no root rule chain");
    }

    @Test
    void goesOnBehindAnAcknowledgeNodeInADeliveryOfItsOwn() {
        chains.root(chain("root").node("ack").node("b").connect("ack", "Success", "b").of(TENANT));
        nodes.put("ack", NodeResult.Acknowledged::new);
        nodes.put("b", failing("nobody hears it"));

        TestAttempt attempt = process(message("x"));

        assertThat(attempt.await()).isInstanceOf(AttemptResult.DoneWithoutEffect.class);
        await().until(() -> attempt.detached.size() == 1);
        assertThat(attempt.detached.getFirst().awaitFailure().failure().error())
                .isEqualTo("nobody hears it");
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
    void failsMessagesOfANodeThatCannotStartUntilItCan() {
        AtomicInteger tries = new AtomicInteger();
        RuleEngine picky =
                engine(
                        EngineSettings.DEFAULTS,
                        ActorSystem.create("picky"),
                        (definition, identity) -> {
                            if (tries.incrementAndGet() == 1) {
                                throw new IllegalStateException("broker is away");
                            }
                            return new StartedNode(NodeResult::success, false);
                        });
        chains.root(chain("root").node("a").of(TENANT));

        TestAttempt first = new TestAttempt(message("x"));
        picky.process(first);
        assertThat(first.awaitFailure().failure().error())
                .isEqualTo("the node could not start: broker is away");

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
        await().until(() -> hung.lateResults.get() == 1);
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

    private RuleEngine engine(EngineSettings settings, ActorSystem system, NodeStarter starter) {
        return new RuleEngine(
                settings,
                system,
                new EnginePorts(
                        chains,
                        starter,
                        new InMemoryAttributeStore(),
                        _ -> CompletableFuture.completedFuture(null)),
                Clock.systemUTC());
    }

    private TestAttempt process(RuleMessage message) {
        TestAttempt attempt = new TestAttempt(message);
        engine.process(attempt);
        return attempt;
    }

    private static EntityId device(int number) {
        return new EntityId(EntityType.DEVICE, new UUID(number, number * 31L));
    }

    private static RuleMessage message(String text) {
        return message(DEVICE, text);
    }

    private static RuleMessage message(EntityId originator, String text) {
        return RuleMessage.of(TENANT, originator, "TEST", Metadata.EMPTY, Payload.ofText(text), 1L);
    }

    private static RuleNode recording(List<String> into) {
        return message -> {
            into.add(message.payload().text());
            return NodeResult.success(message);
        };
    }

    private static RuleNode failing(String error) {
        return message -> new NodeResult.Failed(message, error);
    }

    /** Chains that a test can change and take away. */
    private static final class Chains implements RuleChainStore {

        private final Map<RuleChainId, ChainVersion> all = new ConcurrentHashMap<>();
        private volatile ChainVersion root;
        final AtomicBoolean away = new AtomicBoolean();
        final AtomicInteger loads = new AtomicInteger();

        void root(ChainVersion chain) {
            add(chain);
            root = chain;
        }

        void add(ChainVersion chain) {
            all.put(chain.chain(), chain);
        }

        @Override
        public Optional<ChainVersion> root(TenantId tenant) {
            loads.incrementAndGet();
            if (away.get()) {
                throw new IllegalStateException("the database is away");
            }
            return Optional.ofNullable(root);
        }

        @Override
        public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
            return Optional.ofNullable(all.get(chain));
        }
    }
}
