// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.message.delivery.Failure;
import io.millrace.message.id.TenantId;
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
                    branch.tree().fail(branch, Failure.of(reason));
        }
    }

    private ActorRef<TenantCommand> spawn(TenantId tenant, ActorContext<AppCommand> context) {
        return context.spawn(Props.of(() -> tenantActors.apply(tenant)), "tenant-" + tenant);
    }
}
