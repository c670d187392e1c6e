// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.DeviceId;
import java.util.concurrent.CompletableFuture;

/** What a tenant's actor is told. */
sealed interface TenantCommand {

    /** Lead the gate to the current version of its chain. */
    record Resolve(ChainGate gate) implements TenantCommand {}

    /** Some chain of the tenant was saved, deleted or made root. */
    record ChainsChanged() implements TenantCommand {}

    /** Complete this when every gate leads where it should by what this actor has been told so far. */
    record WhenSettled(CompletableFuture<Void> settled) implements TenantCommand {}

    /** For the actor of a device, which is made on first use. */
    record ToDevice(DeviceId device, DeviceCommand command) implements TenantCommand {}

    /** A device's actor has nothing to do after so many commands. */
    record DeviceIdle(DeviceId device, long processed) implements TenantCommand {}

    /** A version of a chain takes messages now. */
    record ChainReady(ChainHandle chain) implements TenantCommand {}
}
