// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.message.delivery.Failure;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The root of the actor hierarchy: creates the tenants' actors on first use, forwards commands to them, and stops them
 * when they are idle.
 */
final class AppActor implements Actor<AppCommand> {

    /** Creates the actor of a tenant. */
    @FunctionalInterface
    interface TenantActors {

        /** @param idle called with the number of processed commands when the actor has nothing left to do */
        Actor<TenantCommand> create(TenantId tenant, LongConsumer idle);
    }

    private final TenantActors tenantActors;
    private final Map<TenantId, Entry> tenants = new HashMap<>();

    AppActor(TenantActors tenantActors) {
        this.tenantActors = tenantActors;
    }

    private static final class Entry {
        final ActorRef<TenantCommand> actor;
        long sent;

        Entry(ActorRef<TenantCommand> actor) {
            this.actor = actor;
        }
    }

    @Override
    public void receive(AppCommand command, ActorContext<AppCommand> context) {
        switch (command) {
            case AppCommand.ToTenant(TenantId tenant, TenantCommand.Forwarded forTenant) -> {
                Entry entry = tenants.computeIfAbsent(tenant, id -> spawn(id, context));
                entry.sent++;
                entry.actor.tell(forTenant);
            }
            case AppCommand.TenantIdle(TenantId tenant, long processed) -> {
                Entry entry = tenants.get(tenant);
                if (entry != null && entry.sent == processed) {
                    tenants.remove(tenant);
                    context.stop(entry.actor);
                }
            }
            case AppCommand.Refuse(Branch branch, String reason) ->
                    branch.tree().fail(branch, refusal(branch, reason));
        }
    }

    /** Returns the failure of a branch that cannot enter a chain; it names the node that called the chain, if any. */
    private static Failure refusal(Branch branch, String reason) {
        if (branch.resume() != null) {
            return Failure.of(reason);
        }
        return switch (branch.callers()) {
            case null -> Failure.of(reason);
            case Branch.Caller.Running(ChainHandle chain, int index, _) -> {
                ChainNode node = chain.table().node(index);
                String error =
                        "%s; node \"%s\" of rule chain \"%s\" called it"
                                .formatted(reason, node.name(), chain.version().name());
                yield new Failure(error, chain.id(), node.id(), node.name());
            }
            case Branch.Caller.Stored(RuleChainId chain, RuleNodeId node, _) ->
                    new Failure(
                            "%s; node %s of rule chain %s called it".formatted(reason, node, chain),
                            chain,
                            node,
                            null);
        };
    }

    private Entry spawn(TenantId tenant, ActorContext<AppCommand> context) {
        ActorRef<AppCommand> self = context.self();
        LongConsumer idle = processed -> self.tell(new AppCommand.TenantIdle(tenant, processed));
        return new Entry(
                context.spawnPrefixed(
                        Props.of(() -> tenantActors.create(tenant, idle)),
                        "tenant-" + tenant + "-"));
    }
}
