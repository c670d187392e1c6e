// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.actor.system.ActorSystem;
import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
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
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Measures the heap of loaded chains of ten nodes that have processed messages: the heap in use after a full garbage
 * collection with the chains, minus that before. Arguments: the number of chains, the chains per tenant, and the
 * devices that send a message through each chain. With one device a single stripe works, with many all do. Run it with
 * {@code -XX:+UseSerialGC}.
 */
public final class ChainFootprint {

    private static final int NODES = 10;
    private static final int COLLECTIONS = 4;
    private static final int WINDOW = 100;

    private ChainFootprint() {}

    public static void main(String[] arguments) throws InterruptedException {
        int chains = Integer.parseInt(arguments[0]);
        int ofTenant = Integer.parseInt(arguments[1]);
        int devices = Integer.parseInt(arguments[2]);
        try (ActorSystem actors = ActorSystem.create("benchmark");
                RuleEngine engine =
                        new RuleEngine(
                                EngineSettings.DEFAULTS,
                                actors,
                                new EnginePorts(
                                        new MadeChains(),
                                        (_, _) -> new StartedNode(NodeResult::success, false),
                                        new NoAttributes(),
                                        _ -> new CompletableFuture<>()),
                                Clock.systemUTC())) {
            // The first chain loads classes, which are not part of the cost of a chain.
            send(engine, chains, 1, ofTenant, devices);
            long before = usedHeap();
            send(engine, 0, chains, ofTenant, devices);
            long bytes = usedHeap() - before;
            System.out.printf(
                    "%,d chains of %d nodes, %d a tenant, %d devices each: %,d bytes, %,d a chain%n",
                    chains, NODES, ofTenant, devices, bytes, bytes / chains);
        }
    }

    private static void send(RuleEngine engine, int from, int count, int ofTenant, int devices)
            throws InterruptedException {
        Semaphore window = new Semaphore(WINDOW);
        for (int sent = from * devices; sent < (from + count) * devices; sent++) {
            int i = sent / devices;
            window.acquire();
            RuleMessage message =
                    RuleMessage.of(
                                    new TenantId(new UUID(1, i / ofTenant)),
                                    new DeviceId(new UUID(0x9E3779B97F4A7C15L * sent, sent))
                                            .entity(),
                                    "POST_TELEMETRY_REQUEST",
                                    Metadata.EMPTY,
                                    Payload.ofText("{}"),
                                    1)
                            .withEntry(EntryPoint.firstNodeOf(new RuleChainId(new UUID(3, i))));
            engine.process(new CountedAttempt(message, window));
        }
        window.acquire(WINDOW);
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            runtime.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** Provides a chain for each requested id. */
    private static final class MadeChains implements RuleChainStore {

        @Override
        public Optional<ChainVersion> root(TenantId tenant) {
            return Optional.empty();
        }

        @Override
        public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
            List<ChainNode> nodes = new ArrayList<>();
            List<Connection> connections = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                RuleNodeId id = new RuleNodeId(new UUID(chain.id().getLeastSignificantBits(), i));
                nodes.add(
                        new ChainNode(
                                id,
                                "pass",
                                "node " + i,
                                JsonNodeFactory.instance.objectNode().put("key", "value " + i),
                                0,
                                null));
                if (i > 0) {
                    connections.add(new Connection(nodes.get(i - 1).id(), id, NodeResult.SUCCESS));
                }
            }
            return Optional.of(
                    new ChainVersion(
                            tenant, chain, 1, "chain", nodes.getFirst().id(), nodes, connections));
        }
    }
}
