// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.MessageSubmitter;
import io.millrace.message.delivery.QueueClosedException;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.DeviceId;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.WaitingSender;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.MessageIntake;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

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
        return routed(message)
                .thenCompose(routed -> {
                    CompletableFuture<Void> safe = new CompletableFuture<>();
                    Admission admission =
                            queue.submit(routed, Source.RULE_ENGINE, () -> safe.complete(null));
                    return admission == Admission.ACCEPTED ? safe : refused(admission);
                });
    }

    /** Completes a stage, for which a node waits with its message. */
    private static final class Safety implements Receipt {

        private final CompletableFuture<Void> stage = new CompletableFuture<>();

        @Override
        public void safe() {
            stage.complete(null);
        }

        @Override
        public boolean isAwaited() {
            return true;
        }
    }

    @Override
    public CompletionStage<Void> submit(
            RuleMessage message, MessageSubmitter submitter, Runnable safe) {
        return submit(message, new Submission(submitter, safe::run));
    }

    @Override
    public CompletionStage<Void> submit(RuleMessage message, MessageSubmitter submitter) {
        Safety safety = new Safety();
        return submit(message, new Submission(submitter, safety)).thenCompose(_ -> safety.stage);
    }

    private CompletionStage<Void> submit(RuleMessage message, Submission submission) {
        return routed(message)
                .thenCompose(routed -> {
                    queue.submitOrWait(routed, Source.RULE_ENGINE, submission);
                    return submission.accepted;
                });
    }

    /** A message that may wait for room as long as it is wanted. */
    private static final class Submission implements WaitingSender {

        private final MessageSubmitter submitter;
        private final Receipt receipt;
        private final CompletableFuture<Void> accepted = new CompletableFuture<>();

        Submission(MessageSubmitter submitter, Receipt receipt) {
            this.submitter = submitter;
            this.receipt = receipt;
        }

        @Override
        public boolean isWaiting() {
            return submitter.isWanted();
        }

        @Override
        public @Nullable Lease lease() {
            return submitter.lease();
        }

        @Override
        public void answered(Admission admission) {
            if (admission == Admission.ACCEPTED) {
                accepted.complete(null);
            } else {
                accepted.completeExceptionally(refusal(admission));
            }
        }

        @Override
        public void safe() {
            receipt.safe();
        }

        @Override
        public boolean isAwaited() {
            return receipt.isAwaited();
        }
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

    private static CompletionStage<Void> refused(Admission admission) {
        return CompletableFuture.failedStage(refusal(admission));
    }

    private static IllegalStateException refusal(Admission admission) {
        return admission == Admission.FULL
                ? new IllegalStateException("the queue has no room for the message")
                : new QueueClosedException();
    }
}
