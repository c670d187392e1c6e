// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.actor.system.ActorSystem;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.Connection;
import io.millrace.rule.engine.EnginePorts;
import io.millrace.rule.engine.EngineSettings;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.store.RuleChainStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One operation: a message passes a chain of nodes that forward it, from its submission to the engine to the end of its
 * attempt. The difference between two lengths, divided by the difference in nodes, is the time of a hop through the
 * RuleChain and RuleNode actors.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ChainBenchmark {

    private static final int BATCH = 10_000;
    private static final int WINDOW = 2_000;
    private static final RuleChainId CHAIN = new RuleChainId(new UUID(2, 2));

    @Param({"1", "11"})
    private int nodes;

    private final RuleMessage[] messages = Messages.all();
    private final Semaphore window = new Semaphore(WINDOW);
    private @Nullable ActorSystem actors;
    private @Nullable RuleEngine engine;

    @Setup
    public void start() {
        ActorSystem system = ActorSystem.create("benchmark");
        actors = system;
        engine =
                new RuleEngine(
                        EngineSettings.DEFAULTS,
                        system,
                        new EnginePorts(
                                new OneChain(chain()),
                                (_, _) -> new StartedNode(NodeResult::success, false),
                                new NoAttributes(),
                                _ -> new CompletableFuture<>()),
                        Clock.systemUTC());
    }

    private ChainVersion chain() {
        List<ChainNode> all = new ArrayList<>();
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            RuleNodeId id = new RuleNodeId(new UUID(3, i));
            all.add(
                    new ChainNode(
                            id,
                            "pass",
                            "pass " + i,
                            JsonNodeFactory.instance.objectNode(),
                            0,
                            null));
            if (i > 0) {
                connections.add(new Connection(all.get(i - 1).id(), id, NodeResult.SUCCESS));
            }
        }
        return new ChainVersion(
                Messages.TENANT, CHAIN, 1, "benchmark", all.getFirst().id(), all, connections);
    }

    @TearDown
    public void stop() {
        if (engine != null && actors != null) {
            engine.close();
            actors.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void process() throws InterruptedException {
        RuleEngine running = engine;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        for (int i = 0; i < BATCH; i++) {
            window.acquire();
            running.process(new CountedAttempt(messages[i % messages.length], window));
        }
        window.acquire(WINDOW);
        window.release(WINDOW);
    }

    private record OneChain(ChainVersion chain) implements RuleChainStore {

        @Override
        public Optional<ChainVersion> root(TenantId tenant) {
            return Optional.of(chain);
        }

        @Override
        public Optional<ChainVersion> find(TenantId tenant, RuleChainId id) {
            return Optional.of(chain);
        }
    }
}
