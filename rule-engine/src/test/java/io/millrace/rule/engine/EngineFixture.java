// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;

import io.millrace.actor.ActorSystem;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.NodeStarter.StartedNode;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** An engine over chains that a test can change and take away, with nodes that it knows by their names. */
abstract class EngineFixture {

    static final TenantId TENANT = new TenantId(new UUID(1, 1));
    static final EntityId DEVICE = device(1);

    final Chains chains = new Chains();
    final Map<String, RuleNode> nodes = new ConcurrentHashMap<>();
    final Set<String> withEffect = ConcurrentHashMap.newKeySet();
    final ActorSystem actors = ActorSystem.create("test");
    final RuleEngine engine =
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

    RuleEngine engine(EngineSettings settings, ActorSystem system, NodeStarter starter) {
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

    TestAttempt process(RuleMessage message) {
        TestAttempt attempt = new TestAttempt(message);
        engine.process(attempt);
        return attempt;
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
