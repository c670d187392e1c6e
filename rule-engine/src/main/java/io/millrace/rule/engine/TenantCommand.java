// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/** What a tenant's actor is told. */
sealed interface TenantCommand {

    /** Lead the gate to the current version of its chain. */
    record Resolve(ChainGate gate) implements TenantCommand {}

    /** Some chain of the tenant was saved, deleted or made root. */
    record ChainsChanged() implements TenantCommand {}

    /** A version of a chain takes messages now. */
    record ChainReady(ChainHandle chain) implements TenantCommand {}
}
