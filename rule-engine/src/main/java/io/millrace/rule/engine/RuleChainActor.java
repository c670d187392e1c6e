// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One version of a rule chain: starts its nodes, owns its routing table, and is the parent of the stripes, which route
 * messages and are the parents of the nodes' actors. The start of a node is retried with back-off if it fails; until
 * then the node's messages fail with the reason. The actor stops when its version is retired and no message runs
 * through it any more.
 */
final class RuleChainActor implements Actor<ChainCommand> {

    private static final Logger log = LoggerFactory.getLogger(RuleChainActor.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final int LONGEST_RETRY_DOUBLINGS = 6;

    private final ChainVersion version;
    private final EngineParts parts;
    private final ChainGates gates;
    private final Consumer<ChainHandle> ready;
    private final List<NodeSlot> slots;
    private int starting;
    private boolean open;

    /** Creates an actor that calls {@code ready} once its version takes messages. */
    RuleChainActor(
            ChainVersion version,
            EngineParts parts,
            ChainGates gates,
            Consumer<ChainHandle> ready) {
        this.version = version;
        this.parts = parts;
        this.gates = gates;
        this.ready = ready;
        this.slots =
                version.nodes().stream().map(node -> NodeSlot.of(node, version, parts)).toList();
        this.starting = slots.size();
    }

    @Override
    public void started(ActorContext<ChainCommand> context) {
        IntStream.range(0, slots.size()).forEach(index -> startNode(index, 1, context));
        if (starting == 0) {
            open(context);
        } else {
            context.schedule(parts.settings().nodeStartLimit(), new ChainCommand.StopWaiting());
        }
    }

    @Override
    public void receive(ChainCommand command, ActorContext<ChainCommand> context) {
        switch (command) {
            case ChainCommand.StartNode(int index, int attempt) ->
                    startNode(index, attempt, context);
            case ChainCommand.StopWaiting() -> open(context);
            case ChainCommand.Unused() -> context.stopSelf();
        }
    }

    private void startNode(int index, int attempt, ActorContext<ChainCommand> context) {
        ChainNode definition = version.nodes().get(index);
        NodeIdentity identity =
                new NodeIdentity(
                        version.tenant(),
                        version.chain(),
                        definition.id(),
                        definition.name(),
                        definition.queueName());
        CompletableFuture<StartedNode> start =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return parts.nodes().start(definition, identity);
                            } catch (Exception e) {
                                throw new CompletionException(e);
                            }
                        },
                        parts.blocking());
        context.reenter(
                start,
                (node, error) -> {
                    if (node != null) {
                        slots.get(index).started(node);
                    } else if (error != null) {
                        startFailed(index, attempt, error, context);
                    }
                    if (attempt == 1) {
                        starting--;
                        if (starting == 0) {
                            open(context);
                        }
                    }
                });
    }

    private void startFailed(
            int index, int attempt, Throwable error, ActorContext<ChainCommand> context) {
        String reason = error.getMessage() == null ? error.toString() : error.getMessage();
        ChainNode definition = version.nodes().get(index);
        boolean hopeless = error instanceof InvalidConfigurationException;
        slots.get(index).failed("the node could not start: " + reason);
        log.warn(
                "Cannot start node '{}' of rule chain '{}' ({}, tenant {}): {}{}",
                definition.name(),
                version.name(),
                version.chain(),
                version.tenant(),
                reason,
                hopeless ? "; its messages fail until the chain is saved" : "; retrying");
        if (!hopeless) {
            int doublings = Math.min(attempt - 1, LONGEST_RETRY_DOUBLINGS);
            context.schedule(
                    FIRST_RETRY.multipliedBy(1L << doublings),
                    new ChainCommand.StartNode(index, attempt + 1));
        }
    }

    private void open(ActorContext<ChainCommand> context) {
        if (open) {
            return;
        }
        open = true;
        ActorRef<ChainCommand> self = context.self();
        ChainHandle handle =
                new ChainHandle(
                        version,
                        new RoutingTable(version),
                        slots,
                        () -> self.tell(new ChainCommand.Unused()));
        RuleChainStripe.Equipment equipment =
                new RuleChainStripe.Equipment(
                        handle,
                        slots,
                        hosts(handle),
                        gates,
                        parts.intake(),
                        parts.visits(),
                        parts.ticker());
        for (int i = 0; i < parts.settings().stripes(); i++) {
            int number = i;
            handle.add(context.spawn(Props.of(() -> new RuleChainStripe(equipment, number))));
        }
        ready.accept(handle);
    }

    /** Returns one factory per node, from which every stripe creates its own actor. */
    private List<Props<NodeCommand>> hosts(ChainHandle handle) {
        List<Props<NodeCommand>> hosts = new ArrayList<>(slots.size());
        for (NodeSlot slot : slots) {
            hosts.add(Props.of(() -> new RuleNodeActor(slot, handle)));
        }
        return hosts;
    }

    @Override
    public void stopped(ActorContext<ChainCommand> context) {
        slots.forEach(NodeSlot::close);
    }
}
