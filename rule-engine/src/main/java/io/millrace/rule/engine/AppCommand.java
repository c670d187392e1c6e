// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.TenantId;

/** A command to the root actor. */
sealed interface AppCommand {

    /** Forwards a command to the actor of a tenant, which is created on first use. */
    record ToTenant(TenantId tenant, TenantCommand.Forwarded command) implements AppCommand {}

    /** A tenant's actor is idle after this number of commands. */
    record TenantIdle(TenantId tenant, long processed) implements AppCommand {}

    /** Fails the branch with the reason, on a thread that holds no lock. */
    record Refuse(Branch branch, String reason) implements AppCommand {}
}
