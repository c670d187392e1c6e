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
import java.util.function.Function;

/** The root of the actor hierarchy: creates the tenants' actors on first use and forwards commands to them. */
final class AppActor implements Actor<AppCommand> {

    private final Function<TenantId, Actor<TenantCommand>> tenantActors;
    private final Map<TenantId, ActorRef<TenantCommand>> tenants = new HashMap<>();

    AppActor(Function<TenantId, Actor<TenantCommand>> tenantActors) {
        this.tenantActors = tenantActors;
    }

    @Override
    public void receive(AppCommand command, ActorContext<AppCommand> context) {
        switch (command) {
            case AppCommand.ToTenant(TenantId tenant, TenantCommand forTenant) ->
                    tenants.computeIfAbsent(tenant, id -> spawn(id, context)).tell(forTenant);
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

    private ActorRef<TenantCommand> spawn(TenantId tenant, ActorContext<AppCommand> context) {
        return context.spawn(Props.of(() -> tenantActors.apply(tenant)), "tenant-" + tenant);
    }
}
