// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.queue.InFlight;
import io.millrace.queue.Receipt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that the queue has taken in and not yet seen to its end. Guarded by the lock of its partition. While it
 * runs it is a link in the partition's {@link RunningList}.
 */
final class Delivery {

    final UUID id;
    final RuleMessage message;

    /** Whether a node started it outside the lanes. */
    final boolean detached;

    /** Whom to tell that the message is safe; null once that was said. */
    @Nullable Receipt receipt;

    /** Attempts that ended without deciding the delivery. */
    int attempts;

    /** Whether it was handed to the in-flight store. */
    boolean stored;

    /** The attempt under way, or null while the delivery waits or its dead letter is being written. */
    @Nullable RunningAttempt running;

    /** When the attempt began, by the clock that stands still in an outage. */
    long startedAt;

    /** When the attempt began, by the clock that does not. */
    long startedTick;

    @Nullable Delivery previous;
    @Nullable Delivery next;

    Delivery(UUID id, RuleMessage message, boolean detached, @Nullable Receipt receipt) {
        this.id = id;
        this.message = message;
        this.detached = detached;
        this.receipt = receipt;
    }

    InFlight inFlight() {
        return new InFlight(id, message, attempts);
    }

    /** Takes the receipt, so that it is told once. */
    @Nullable Receipt takeReceipt() {
        Receipt taken = receipt;
        receipt = null;
        return taken;
    }
}
