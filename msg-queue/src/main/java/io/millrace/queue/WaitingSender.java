// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.MessageQueue.Admission;
import org.jspecify.annotations.Nullable;

/** A sender whose message may wait for room until the queue takes it in. Safe for use by many threads. */
public interface WaitingSender extends Receipt {

    /**
     * False when the sender no longer waits, such as when its own attempt is over: the queue drops the message without
     * taking it in. It must be quick, and must not return true again.
     */
    boolean isWaiting();

    /**
     * The lease of the delivery that creates the message, or null. A message that reaches a log after its lease has
     * ended is ignored, because the next owner of the delivery creates it again.
     */
    default @Nullable Lease lease() {
        return null;
    }

    /**
     * Called once with the queue's answer, possibly after {@link #safe}: {@link Admission#FULL} if there is no room and
     * the message cannot wait, or there was none for as long as the sender waited. Not called if the queue closes
     * before it has decided; the delivery for which the sender waits is then handed over. It must not block.
     */
    void answered(Admission admission);
}
