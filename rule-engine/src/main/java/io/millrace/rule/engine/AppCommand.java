// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.TenantId;

/** What the actor at the root is told. */
sealed interface AppCommand {

    /** For the actor of a tenant, which is made on first use. */
    record ToTenant(TenantId tenant, TenantCommand command) implements AppCommand {}

    /** Fail the branch with the reason, on a thread that holds no lock. */
    record Refuse(Branch branch, String reason) implements AppCommand {}
}
