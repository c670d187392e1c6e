// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.DeviceId;
import java.util.concurrent.CompletableFuture;

/** A command to a tenant's actor. */
sealed interface TenantCommand {

    /** A command that the root actor forwards. */
    sealed interface Forwarded extends TenantCommand {}

    /** Leads the gate to the current version of its chain. */
    record Resolve(ChainGate gate) implements Forwarded {}

    /** Tries again to lead the gate to the current version of its chain. */
    record ResolveAgain(ChainGate.Key gate) implements TenantCommand {}

    /** A chain of the tenant was saved, deleted or made root. */
    record ChainsChanged() implements Forwarded {}

    /** Tries again to find out which chains have changed. */
    record CheckAgain() implements TenantCommand {}

    /** Completes the future when every gate leads where the commands received so far require. */
    record WhenSettled(CompletableFuture<Void> settled) implements Forwarded {}

    /** Forwards a command to the actor of a device, which is created on first use. */
    record ToDevice(DeviceCommand command) implements Forwarded {}

    /**
     * Forwards a check to the actor of a device. The actor is created only if the device is abandoned and its messages
     * run on this instance.
     */
    record CheckDevice(DeviceCommand.CheckActivity check, boolean abandoned) implements Forwarded {}

    /** A device's actor is idle after this number of commands. */
    record DeviceIdle(DeviceId device, long processed) implements TenantCommand {}

    /** A version of a chain takes messages now. */
    record ChainReady(ChainHandle chain) implements TenantCommand {}

    /** Unloads the chains that are idle. */
    record Unload() implements TenantCommand {}
}
