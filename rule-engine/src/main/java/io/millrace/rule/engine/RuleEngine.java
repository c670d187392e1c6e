// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorRef;
import io.millrace.actor.ActorSystem;
import io.millrace.actor.Props;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.RuleChainStore;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Brings messages through rule chains. An attempt goes in by {@link #process} and is ended exactly once; what happens
 * in between is the business of the actors {@code App → Tenant → RuleChain → RuleNode}. Safe for use by many threads.
 */
public final class RuleEngine implements AutoCloseable {

    private final EngineSettings settings;
    private final ActorSystem actors;
    private final ExecutorService blocking;
    private final ActorRef<AppCommand> app;
    private final ConcurrentMap<ChainGate.Key, ChainGate> gates = new ConcurrentHashMap<>();

    /** An engine that takes messages at once. */
    public RuleEngine(
            EngineSettings settings, ActorSystem actors, RuleChainStore chains, NodeStarter nodes) {
        this.settings = settings;
        this.actors = actors;
        this.blocking = Executors.newVirtualThreadPerTaskExecutor();
        EngineParts parts = new EngineParts(settings, chains, nodes, blocking, System::nanoTime);
        this.app =
                actors.spawn(
                        Props.of(() ->
                                new AppActor(tenant ->
                                        new TenantActor(
                                                tenant,
                                                parts,
                                                chain -> gate(new ChainGate.Key(tenant, chain))))),
                        "app");
    }

    /**
     * Starts an attempt on its way: into the chain that its message names, or into its tenant's root chain. Returns at
     * once. Attempts of one originator that are handed in one after the other enter the chain in that order.
     */
    public void process(Attempt attempt) {
        MessageTree tree = new MessageTree(attempt, settings.maxNodesPerMessage());
        attempt.track(tree);
        RuleMessage message = attempt.message();
        EntryPoint entry = message.entry();
        gate(new ChainGate.Key(message.tenant(), entry == null ? null : entry.chain()))
                .enter(Branch.root(tree));
    }

    /**
     * Says that a tenant's chains are no longer what they were: one was saved, deleted or made root. New messages enter
     * the new versions as soon as their nodes have started; messages under way finish on theirs.
     */
    public void chainsChanged(TenantId tenant) {
        app.tell(new AppCommand.ToTenant(tenant, new TenantCommand.ChainsChanged()));
    }

    private ChainGate gate(ChainGate.Key key) {
        ChainGate known = gates.get(key);
        return known != null ? known : gates.computeIfAbsent(key, this::newGate);
    }

    private ChainGate newGate(ChainGate.Key key) {
        ChainGate gate =
                new ChainGate(
                        key, (branch, reason) -> app.tell(new AppCommand.Refuse(branch, reason)));
        app.tell(new AppCommand.ToTenant(key.tenant(), new TenantCommand.Resolve(gate)));
        return gate;
    }

    /** Stops the engine's actors and closes their nodes. What is still under way is not ended. */
    @Override
    public void close() {
        actors.stop(app);
        blocking.shutdown();
    }
}
