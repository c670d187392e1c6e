// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.concurrent.CompletionStage;

/** Keeps messages whose delivery failed, for a person to look at. While it cannot be reached, its answers wait. */
public interface DeadLetterStore {

    /**
     * Stores a dead letter; completes when it is on disk, and fails with {@link
     * io.millrace.message.delivery.LeaseOverException} when somebody else sees to the message now.
     */
    CompletionStage<Void> add(DeadLetter letter);
}
