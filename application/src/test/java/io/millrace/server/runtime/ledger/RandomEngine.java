// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.ledger;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.tenant;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.system.ActorSystem;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Whereabouts;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Fixtures;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.Connection;
import io.millrace.rule.engine.BreakerSettings;
import io.millrace.rule.engine.EnginePorts;
import io.millrace.rule.engine.EngineSettings;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The real engine, on the thread of the test, over chains of random shape whose nodes answer at random times: at once,
 * or when the test requests it.
 */
final class RandomEngine implements AutoCloseable {

    static final int CHAINS = 3;

    private static final int UNKNOWN = 999;

    private static final List<String> LABELS =
            List.of(NodeResult.SUCCESS, "True", NodeResult.FAILURE);

    private final Random random;
    private final ActorSystem actors =
            ActorSystem.builder("random").dispatcher(Dispatchers.callingThread()).build();
    private final Map<RuleChainId, ChainVersion> chains = new HashMap<>();
    private final List<Unanswered> unanswered = new ArrayList<>();
    private final List<Attempt> detached = new ArrayList<>();
    private final RuleEngine engine;
    private long detachedCount;
    private boolean wellBehaved;

    /** A message that a node keeps until it answers. */
    private record Unanswered(CompletableFuture<NodeResult> answer, RuleMessage message) {}

    RandomEngine(Random random, int tenants) {
        this.random = random;
        for (int tenant = 0; tenant < tenants; tenant++) {
            for (int number = 0; number < CHAINS; number++) {
                add(randomChain(tenant, chain(tenant * 10 + number), 1));
            }
        }
        this.engine =
                new RuleEngine(
                        new EngineSettings(
                                2,
                                30,
                                Duration.ofSeconds(10),
                                Duration.ofMinutes(10),
                                1_000,
                                BreakerSettings.DEFAULTS,
                                Duration.ofMinutes(10)),
                        actors,
                        new EnginePorts(
                                new Chains(),
                                (definition, _) ->
                                        new StartedNode(
                                                this::answer, definition.name().endsWith("0")),
                                new InMemoryAttributeStore(),
                                _ -> new CompletableFuture<>()),
                        Clock.systemUTC());
        List.copyOf(chains.values()).forEach(this::awaitRunning);
        for (int tenant = 0; tenant < tenants; tenant++) {
            awaitRefused(tenant(tenant), chain(UNKNOWN));
        }
    }

    private synchronized void add(ChainVersion version) {
        chains.put(version.chain(), version);
    }

    private ChainVersion randomChain(int tenant, RuleChainId id, long version) {
        List<ChainNode> nodes = new ArrayList<>();
        List<Connection> connections = new ArrayList<>();
        int size = 1 + random.nextInt(5);
        for (int i = 0; i < size; i++) {
            RuleNodeId node = new RuleNodeId(new UUID(id.id().getLeastSignificantBits(), i));
            nodes.add(
                    new ChainNode(
                            node,
                            "random",
                            "node " + i,
                            JsonNodeFactory.instance.objectNode(),
                            0,
                            null));
        }
        for (int from = 0; from < size; from++) {
            for (int to = from + 1; to < size; to++) {
                if (random.nextBoolean()) {
                    connections.add(
                            new Connection(
                                    nodes.get(from).id(),
                                    nodes.get(to).id(),
                                    LABELS.get(random.nextInt(LABELS.size()))));
                }
            }
        }
        return new ChainVersion(
                tenant(tenant), id, version, "random", nodes.getFirst().id(), nodes, connections);
    }

    /** Chains load on threads of their own: the test goes on when the version runs. */
    private void awaitRunning(ChainVersion version) {
        boolean before = wellBehaved;
        wellBehaved = true;
        soon().until(() -> probe(version.tenant(), version.chain()) == version.version());
        wellBehaved = before;
    }

    /** The version that a message goes through now, or -1: it has not ended, or has reached none. */
    private long probe(TenantId tenant, RuleChainId chain) {
        Probe probe =
                new Probe(
                        Fixtures.message(tenant, chain, Fixtures.device(1_000), 0),
                        new AtomicReference<>());
        engine.process(probe);
        AttemptResult result = probe.result().get();
        return result == null || result.path().branchEnds().isEmpty()
                ? -1
                : result.path().branchEnds().getFirst().chainVersion();
    }

    private static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private void awaitRefused(TenantId tenant, RuleChainId chain) {
        await().until(() -> {
            Probe probe =
                    new Probe(
                            Fixtures.message(tenant, chain, Fixtures.device(1_000), 0),
                            new AtomicReference<>());
            engine.process(probe);
            return probe.isOver();
        });
    }

    void process(Attempt attempt) {
        engine.process(new Watched(attempt));
    }

    /** How many deliveries the engine has started by itself. */
    long detached() {
        return detachedCount;
    }

    /** How many of them are under way. */
    long detachedRunning() {
        detached.removeIf(Attempt::isOver);
        return detached.size();
    }

    /** Saves another version of some chain, and waits until it runs. */
    void replaceAChain() {
        List<ChainVersion> all = List.copyOf(chains.values());
        ChainVersion old = all.get(random.nextInt(all.size()));
        int tenant = (int) old.tenant().id().getLeastSignificantBits();
        ChainVersion next = randomChain(tenant, old.chain(), old.version() + 1);
        add(next);
        engine.chainsChanged(old.tenant());
        awaitRunning(next);
    }

    /** Lets one node answer that has kept a message waiting. */
    void answerOne() {
        if (!unanswered.isEmpty()) {
            Unanswered next = unanswered.remove(random.nextInt(unanswered.size()));
            try {
                next.answer().complete(now(next.message()));
            } catch (IllegalStateException e) {
                next.answer().completeExceptionally(e);
            }
        }
    }

    void answerAll() {
        while (!unanswered.isEmpty()) {
            answerOne();
        }
    }

    /** From now on every node succeeds at once. */
    void behave() {
        wellBehaved = true;
    }

    private NodeResult answer(RuleMessage message) {
        if (wellBehaved || random.nextInt(3) > 0) {
            return now(message);
        }
        CompletableFuture<NodeResult> later = new CompletableFuture<>();
        unanswered.add(new Unanswered(later, message));
        return new NodeResult.Later(later);
    }

    private NodeResult now(RuleMessage message) {
        if (wellBehaved) {
            return NodeResult.success(message);
        }
        return switch (random.nextInt(16)) {
            case 0 -> throw new IllegalStateException("no luck");
            case 1 -> new NodeResult.Failed(message, "failed");
            case 2 -> new NodeResult.Ended();
            case 3 -> new NodeResult.Several(List.of(message, message, message));
            case 4 -> new NodeResult.Several(List.of());
            case 5 -> new NodeResult.Acknowledged(message);
            case 6 -> new NodeResult.Return("True", message);
            case 7 -> new NodeResult.Call(chain(otherChainOf(message)), message);
            case 8 -> new NodeResult.Call(chain(UNKNOWN), message);
            case 9 -> new NodeResult.Next(Set.of("True", NodeResult.SUCCESS), message);
            default -> NodeResult.to(LABELS.get(random.nextInt(LABELS.size())), message);
        };
    }

    private int otherChainOf(RuleMessage message) {
        return (int) message.tenant().id().getLeastSignificantBits() * 10 + random.nextInt(CHAINS);
    }

    @Override
    public void close() {
        engine.close();
        actors.close();
    }

    private final class Chains implements RuleChainStore {

        @Override
        public Optional<ChainVersion> root(TenantId tenant) {
            return Optional.empty();
        }

        @Override
        public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
            synchronized (RandomEngine.this) {
                return Optional.ofNullable(chains.get(chain));
            }
        }
    }

    /** An attempt that also counts the deliveries that begin behind its back. */
    private final class Watched implements Attempt {

        private final Attempt attempt;

        Watched(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public RuleMessage message() {
            return attempt.message();
        }

        @Override
        public UUID deliveryId() {
            return message().id();
        }

        @Override
        public int number() {
            return attempt.number();
        }

        @Override
        public boolean isOver() {
            return attempt.isOver();
        }

        @Override
        public void track(Whereabouts whereabouts) {
            attempt.track(whereabouts);
        }

        @Override
        public void end(AttemptResult result) {
            attempt.end(result);
        }

        @Override
        public @Nullable Attempt detach(RuleMessage message) {
            Attempt made = attempt.detach(message);
            if (made == null) {
                return null;
            }
            detachedCount++;
            detached.add(made);
            return new Watched(made);
        }

        @Override
        public @Nullable Runnable shareReceipt() {
            return attempt.shareReceipt();
        }
    }

    /** An attempt that only wants to know whether its chain runs. */
    private record Probe(RuleMessage message, AtomicReference<@Nullable AttemptResult> result)
            implements Attempt {

        @Override
        public UUID deliveryId() {
            return message().id();
        }

        @Override
        public int number() {
            return 1;
        }

        @Override
        public boolean isOver() {
            return result.get() != null;
        }

        @Override
        public void track(Whereabouts whereabouts) {}

        @Override
        public void end(AttemptResult ended) {
            result.set(ended);
        }

        @Override
        public @Nullable Attempt detach(RuleMessage message) {
            return null;
        }

        @Override
        public @Nullable Runnable shareReceipt() {
            return null;
        }
    }
}
