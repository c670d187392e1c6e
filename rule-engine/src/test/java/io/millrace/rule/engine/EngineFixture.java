// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static org.awaitility.Awaitility.await;

import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.system.ActorSystem;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.MessageSubmitter;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.CurrentVersions;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** An engine over chains that a test can change and take away, with nodes that it knows by their names. */
abstract class EngineFixture {

    static final TenantId TENANT = new TenantId(new UUID(1, 1));
    static final EntityId DEVICE = device(1);

    final Chains chains = new Chains();
    final Map<String, RuleNode> nodes = new ConcurrentHashMap<>();
    final Set<String> withEffect = ConcurrentHashMap.newKeySet();
    final Set<String> waitingForStore = ConcurrentHashMap.newKeySet();
    final HeardOfNodes listener = new HeardOfNodes();

    /** What nodes have put into the queue. */
    final List<RuleMessage> submitted = new CopyOnWriteArrayList<>();

    /** Those of the submitted messages whose branches end only when they can no longer be lost. */
    final List<RuleMessage> awaited = new CopyOnWriteArrayList<>();

    /** Completes when the queue has taken a message in, or fails if it refuses it. */
    volatile Function<RuleMessage, CompletionStage<Void>> acceptance =
            _ -> CompletableFuture.completedFuture(null);

    /** Completes when a message that was taken in is safe; a failure counts as a refusal. */
    volatile Function<RuleMessage, CompletionStage<Void>> answer =
            _ -> CompletableFuture.completedFuture(null);

    volatile Predicate<RuleMessage> local = _ -> true;

    /** The engine's ticker: a test moves it on. */
    final AtomicLong now = new AtomicLong(System.nanoTime());

    final ActorSystem actors;
    final RuleEngine engine;

    EngineFixture() {
        this(ActorSystem.create("test"), EngineSettings.DEFAULTS.maxInNode());
    }

    /** An engine whose nodes have room for so many messages each. */
    EngineFixture(ActorSystem actors, int room) {
        this.actors = actors;
        this.engine =
                engine(
                        new EngineSettings(
                                3,
                                50,
                                Duration.ofSeconds(10),
                                Duration.ofMinutes(10),
                                room,
                                BreakerSettings.DEFAULTS,
                                Duration.ofMinutes(10)),
                        actors,
                        new NamedNodes());
    }

    /** Actors that have done all their work when a message has been handed in, see {@link #awaitStart}. */
    static ActorSystem onTheCallingThread() {
        return ActorSystem.builder("test").dispatcher(Dispatchers.callingThread()).build();
    }

    @AfterEach
    void stop() {
        engine.close();
        actors.close();
    }

    RuleEngine engine(EngineSettings settings, ActorSystem system, NodeStarter starter) {
        return new RuleEngine(
                settings,
                system,
                new EnginePorts(chains, starter, new InMemoryAttributeStore(), new Intake()),
                Clock.systemUTC(),
                listener,
                null,
                now::get);
    }

    /** Notes what is put into the queue. */
    private final class Intake implements MessageIntake {

        @Override
        public CompletionStage<Void> submit(RuleMessage message) {
            submitted.add(message);
            return acceptance.apply(message).thenCompose(_ -> answer.apply(message));
        }

        @Override
        public CompletionStage<Void> submit(
                RuleMessage message, MessageSubmitter submitter, Runnable safe) {
            submitted.add(message);
            return acceptance
                    .apply(message)
                    .thenCompose(_ -> {
                        CompletableFuture<Void> told = answer.apply(message).toCompletableFuture();
                        if (told.isCompletedExceptionally()) {
                            return told;
                        }
                        var _ = told.thenRun(safe);
                        return CompletableFuture.completedStage(null);
                    });
        }

        @Override
        public CompletionStage<Void> submit(RuleMessage message, MessageSubmitter submitter) {
            awaited.add(message);
            return MessageIntake.super.submit(message, submitter);
        }

        @Override
        public boolean isLocal(RuleMessage message) {
            return local.test(message);
        }
    }

    /** Starts what a test has put under the node's name. */
    private final class NamedNodes implements NodeStarter {

        @Override
        public StartedNode start(ChainNode definition, NodeIdentity identity) {
            RuleNode node = nodes.get(definition.name());
            if (node == null) {
                throw new IllegalStateException("there is none");
            }
            return new StartedNode(node, withEffect.contains(definition.name()));
        }

        @Override
        public NodeKind kindOf(ChainNode definition) {
            return new NodeKind(
                    "test." + definition.name(), waitingForStore.contains(definition.name()));
        }
    }

    TestAttempt process(RuleMessage message) {
        TestAttempt attempt = new TestAttempt(message);
        engine.process(attempt);
        return attempt;
    }

    /** Waits until the chain has started and each stripe has nothing left to do; "now" must be answered at once. */
    void awaitStart() {
        process(message("now")).await();
        for (int i = 0; i < 20; i++) {
            EntityId device = device(i);
            await().pollDelay(Duration.ZERO)
                    .until(() -> process(message(device, "now")).result.isDone());
        }
        listener.answers.clear();
    }

    static EntityId device(int number) {
        return new EntityId(EntityType.DEVICE, new UUID(number, number * 31L));
    }

    static RuleMessage message(String text) {
        return message(DEVICE, text);
    }

    static RuleMessage message(EntityId originator, String text) {
        return RuleMessage.of(TENANT, originator, "TEST", Metadata.EMPTY, Payload.ofText(text), 1L);
    }

    static RuleNode recording(List<String> into) {
        return message -> {
            into.add(message.payload().text());
            return NodeResult.success(message);
        };
    }

    static RuleNode failing(String error) {
        return message -> new NodeResult.Failed(message, error);
    }

    /** Chains that a test can change and take away. */
    static final class Chains implements RuleChainStore {

        private final Map<RuleChainId, ChainVersion> all = new ConcurrentHashMap<>();
        private volatile @Nullable ChainVersion root;

        /** May block, or fail. */
        interface Wait {
            void run() throws InterruptedException;
        }

        final AtomicBoolean away = new AtomicBoolean();

        /** Number of versions that were asked for. */
        final AtomicInteger loads = new AtomicInteger();

        /** Number of times that the current versions were asked for. */
        final AtomicInteger checks = new AtomicInteger();

        /** Runs before the current versions are read. */
        volatile Wait beforeCheck = () -> {};

        private final Set<RuleChainId> hidden = ConcurrentHashMap.newKeySet();

        void root(ChainVersion chain) {
            add(chain);
            root = chain;
        }

        void withoutRoot() {
            root = null;
        }

        /** Makes a chain one that cannot be loaded. */
        void hide(RuleChainId chain) {
            hidden.add(chain);
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
        public CurrentVersions currentVersions(TenantId tenant, Collection<RuleChainId> chains) {
            checks.incrementAndGet();
            try {
                beforeCheck.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            ChainVersion current = root;
            Map<RuleChainId, Long> numbers = new HashMap<>();
            all.values().stream()
                    .filter(each -> each == current || chains.contains(each.chain()))
                    .forEach(each -> numbers.put(each.chain(), each.version()));
            return new CurrentVersions(current == null ? null : current.chain(), numbers);
        }

        @Override
        public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
            loads.incrementAndGet();
            if (hidden.contains(chain)) {
                throw new IllegalStateException("the chain cannot be read");
            }
            return Optional.ofNullable(all.get(chain));
        }
    }
}
