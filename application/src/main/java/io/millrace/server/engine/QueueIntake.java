// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.engine;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Source;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.MessageIntake;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Puts messages that nodes and actors make into the queue, on the way that their originator's profile says. */
final class QueueIntake implements MessageIntake {

    private final MessageQueue queue;
    private final DeviceProfiles profiles;

    QueueIntake(MessageQueue queue, DeviceProfiles profiles) {
        this.queue = queue;
        this.profiles = profiles;
    }

    @Override
    public CompletionStage<Void> submit(RuleMessage message) {
        boolean routed = message.queue() != null && message.entry() != null;
        if (routed || message.originator().type() != EntityType.DEVICE) {
            return enqueue(message);
        }
        return profiles.of(message.tenant(), new DeviceId(message.originator().id()))
                .thenCompose(profile -> enqueue(routed(message, profile)));
    }

    @Override
    public boolean isLocal(RuleMessage message) {
        return queue.isLocal(message);
    }

    private static RuleMessage routed(RuleMessage message, Optional<Profile> found) {
        if (found.isEmpty()) {
            return message;
        }
        Profile profile = found.get();
        RuleMessage queued =
                message.queue() == null ? message.withQueue(profile.defaultQueue()) : message;
        RuleChainId chain = profile.defaultRuleChain();
        return queued.entry() == null && chain != null
                ? queued.withEntry(EntryPoint.firstNodeOf(chain))
                : queued;
    }

    private CompletionStage<Void> enqueue(RuleMessage message) {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        Admission admission = queue.submit(message, Source.RULE_ENGINE, () -> safe.complete(null));
        return switch (admission) {
            case ACCEPTED -> safe;
            case FULL -> refused("the queue has no room for the message");
            case CLOSED -> refused("the queue is closed");
        };
    }

    private static CompletionStage<Void> refused(String reason) {
        return CompletableFuture.failedStage(new IllegalStateException(reason));
    }
}
