// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.MessageSubmitter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Takes in messages that nodes create, each as a separate delivery. If a message names no queue or no entry, those of
 * its originator's profile are used. Safe for use by many threads; no call blocks.
 */
@FunctionalInterface
public interface MessageIntake {

    /**
     * Submits a message for a caller that does not wait for room.
     *
     * @return completes when the message can no longer be lost, independently of its outcome; fails at once if there is
     *     no room for it
     */
    CompletionStage<Void> submit(RuleMessage message);

    /**
     * Submits a message for a caller that can wait for room, such as a branch of an attempt. The two moments are
     * separate, so that no failure can follow the first: once the queue has taken the message in, it brings it to an
     * end. By default the caller does not wait for room, and both moments are the second.
     *
     * @param submitter asked while the message waits for room, on any thread; when the message is no longer wanted, it
     *     is dropped and the stage fails
     * @param safe run once, on any thread, when the message can no longer be lost; possibly before the stage completes,
     *     and never if the stage fails
     * @return completes when the queue has taken the message in; fails if the queue refuses it, or if it is no longer
     *     wanted
     */
    default CompletionStage<Void> submit(
            RuleMessage message, MessageSubmitter submitter, Runnable safe) {
        return submit(message).thenRun(safe);
    }

    /**
     * Submits a message for a node that can wait for room, and that ends only when the message can no longer be lost.
     *
     * @param submitter as in {@link #submit(RuleMessage, MessageSubmitter, Runnable)}
     * @return completes when the message can no longer be lost; fails if the queue refuses it, or if it is no longer
     *     wanted
     */
    default CompletionStage<Void> submit(RuleMessage message, MessageSubmitter submitter) {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        return submit(message, submitter, () -> safe.complete(null)).thenCompose(_ -> safe);
    }

    /** True if a message with this queue and originator runs on this instance. */
    default boolean isLocal(RuleMessage message) {
        return true;
    }
}
