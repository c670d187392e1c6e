// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static io.millrace.rule.engine.ChainBuilder.chainId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.system.ActorSystem;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads send messages of their originators while the chains are saved at random, and unloaded when they are idle.
 * Whatever happens, the messages of an originator that take the same way reach its end in their order, every message
 * ends, and every version stops.
 */
class ChangedChainsModelTest extends EngineFixture {

    private static final int SENDERS = 3;
    private static final int ORIGINATORS_OF_SENDER = 3;
    private static final int MESSAGES_OF_SENDER = 1_500;

    /** Chains are unloaded whenever they have no message for a moment. */
    private static final EngineSettings SETTINGS =
            EngineSettings.DEFAULTS.withUnloadAfter(Duration.ofMillis(2));

    private final AtomicLong sawn = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();

    /** The messages that reached the end of each way, by originator and way. */
    private final Map<String, List<Integer>> ends = new ConcurrentHashMap<>();

    static LongStream seeds() {
        return new Random().longs(3);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void messagesOfAnOriginatorStayInOrderOverSaves(long seed) throws Exception {
        sawn.set(seed);
        try (ActorSystem system = ActorSystem.create("changed");
                RuleEngine tested = engine(SETTINGS, system, this::startNode)) {
            run(tested, new Random(seed));
        }
    }

    private void run(RuleEngine tested, Random random) throws Exception {
        int version = 1;
        chains.add(inner(version));
        chains.root(root(version));
        AtomicBoolean sending = new AtomicBoolean(true);
        List<List<TestAttempt>> sent = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int sender = 0; sender < SENDERS; sender++) {
            List<TestAttempt> its = new CopyOnWriteArrayList<>();
            Random own = new Random(random.nextLong());
            int number = sender;
            sent.add(its);
            threads.add(Thread.ofPlatform().start(() -> send(tested, number, own, its)));
        }
        Thread saver =
                Thread.ofPlatform()
                        .start(() -> {
                            Random own = new Random(sawn.get());
                            for (int next = 2; sending.get(); next++) {
                                save(tested, own, next);
                            }
                        });
        for (Thread thread : threads) {
            thread.join();
        }
        sending.set(false);
        saver.join();

        sent.forEach(all -> all.forEach(TestAttempt::await));
        ends.forEach((way, numbers) -> assertThat(numbers).as(way).isSorted());
        int arrived = ends.values().stream().mapToInt(List::size).sum();
        assertThat(arrived).isGreaterThanOrEqualTo(SENDERS * MESSAGES_OF_SENDER);
        await().until(() -> open.get() == 0);
    }

    private void save(RuleEngine tested, Random random, int version) {
        if (random.nextBoolean()) {
            chains.root(root(version));
        } else {
            chains.add(inner(version));
        }
        tested.chainsChanged(TENANT);
        if (random.nextInt(4) > 0) {
            tested.whenChainsSettled(TENANT).orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    private void send(RuleEngine tested, int sender, Random random, List<TestAttempt> sent) {
        for (int i = 0; i < MESSAGES_OF_SENDER; i++) {
            EntityId originator =
                    device(sender * ORIGINATORS_OF_SENDER + random.nextInt(ORIGINATORS_OF_SENDER));
            String way = random.nextInt(3) == 0 ? "short" : "nested";
            RuleMessage message = message(originator, way + " " + i);
            boolean direct = random.nextInt(8) == 0;
            TestAttempt attempt =
                    new TestAttempt(
                            direct
                                    ? message(originator, "direct " + i)
                                            .withEntry(EntryPoint.firstNodeOf(chainId("inner")))
                                    : message);
            sent.add(attempt);
            tested.process(attempt);
            if (random.nextInt(50) == 0) {
                attempt.await();
                pause(random);
            }
        }
    }

    /** Long enough, now and then, for chains to be unloaded. */
    private static void pause(Random random) {
        if (random.nextInt(3) == 0) {
            LockSupport.parkNanos(random.nextInt(8_000_000));
        }
    }

    private static ChainVersion root(int version) {
        return chain("root", version)
                .node("work")
                .node("call inner")
                .node("work more")
                .node("end")
                .connect("work", "nested", "call inner")
                .connect("work", "short", "end")
                .connect("call inner", "Out", "work more")
                .connect("work more", "nested", "end")
                .of(TENANT);
    }

    private static ChainVersion inner(int version) {
        return chain("inner", version)
                .node("work")
                .node("out")
                .node("end")
                .connect("work", "nested", "out")
                .connect("work", "direct", "end")
                .of(TENANT);
    }

    private StartedNode startNode(ChainNode definition, NodeIdentity identity) {
        open.incrementAndGet();
        RuleNode node =
                switch (definition.name()) {
                    case "call inner" -> message -> new NodeResult.Call(chainId("inner"), message);
                    case "out" -> message -> new NodeResult.Return("Out", message);
                    case "end" -> this::end;
                    default -> new Work(sawn.incrementAndGet());
                };
        return new StartedNode(new Counted(node, open), false);
    }

    private NodeResult end(RuleMessage message) {
        String[] text = message.payload().text().split(" ");
        ends.computeIfAbsent(
                        message.originator() + " " + text[0], _ -> new CopyOnWriteArrayList<>())
                .add(Integer.parseInt(text[1]));
        return NodeResult.success(message);
    }

    /** Leaves by the message's way, at once or later. */
    private static final class Work implements RuleNode {

        private final Random random;

        Work(long seed) {
            random = new Random(seed);
        }

        @Override
        public NodeResult process(RuleMessage message) {
            NodeResult result = NodeResult.to(message.payload().text().split(" ")[0], message);
            int micros;
            synchronized (random) {
                micros = random.nextInt(3) == 0 ? 0 : random.nextInt(3_000);
            }
            if (micros == 0) {
                return result;
            }
            Executor later = CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS);
            return new NodeResult.Later(CompletableFuture.supplyAsync(() -> result, later));
        }
    }

    /** Counts how many nodes are open. */
    private record Counted(RuleNode node, AtomicInteger open) implements RuleNode {

        @Override
        public NodeResult process(RuleMessage message) throws Exception {
            return node.process(message);
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
