// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.concurrent.CompletionStage;

/**
 * Stores messages whose delivery failed, for a user to inspect. While the store is unavailable, its stages stay
 * incomplete; they do not fail.
 */
public interface DeadLetterStore {

    /**
     * Stores a dead letter. The stage completes when the row is on disk, and fails with {@link
     * io.millrace.message.delivery.LeaseOverException} if another instance owns the message by now.
     */
    CompletionStage<Void> add(DeadLetter letter);
}
