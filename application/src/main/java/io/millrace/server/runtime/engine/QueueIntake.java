// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.DeviceId;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Source;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.MessageIntake;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Submits messages of nodes and actors to the queue; the originator's profile determines the queue and rule chain. */
final class QueueIntake implements MessageIntake {

    private final MessageQueue queue;
    private final DeviceProfiles devices;
    private final AssetProfiles assets;

    QueueIntake(MessageQueue queue, DeviceProfiles devices, AssetProfiles assets) {
        this.queue = queue;
        this.devices = devices;
        this.assets = assets;
    }

    @Override
    public CompletionStage<Void> submit(RuleMessage message) {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        return routed(message)
                .thenCompose(routed -> enqueue(routed, () -> safe.complete(null)))
                .thenCompose(_ -> safe);
    }

    @Override
    public CompletionStage<Void> submit(
            RuleMessage message, BooleanSupplier wanted, Runnable safe) {
        return routed(message).thenCompose(routed -> enqueue(routed, safe));
    }

    private CompletionStage<RuleMessage> routed(RuleMessage message) {
        if (message.queue() != null && message.entry() != null) {
            return CompletableFuture.completedStage(message);
        }
        UUID originator = message.originator().id();
        return switch (message.originator().type()) {
            case DEVICE ->
                    devices.of(message.tenant(), new DeviceId(originator))
                            .thenApply(
                                    profile -> profile.map(p -> p.routed(message)).orElse(message));
            case ASSET ->
                    assets.of(message.tenant(), new AssetId(originator))
                            .thenApply(
                                    profile -> profile.map(p -> p.routed(message)).orElse(message));
            default -> CompletableFuture.completedStage(message);
        };
    }

    @Override
    public boolean isLocal(RuleMessage message) {
        return queue.isLocal(message);
    }

    /** Returns a stage that completes when the queue has taken the message in. */
    private CompletionStage<Void> enqueue(RuleMessage message, Runnable safe) {
        Admission admission = queue.submit(message, Source.RULE_ENGINE, safe::run);
        return switch (admission) {
            case ACCEPTED -> CompletableFuture.completedStage(null);
            case FULL -> refused("the queue has no room for the message");
            case CLOSED -> refused("the queue is closed");
        };
    }

    private static CompletionStage<Void> refused(String reason) {
        return CompletableFuture.failedStage(new IllegalStateException(reason));
    }
}
