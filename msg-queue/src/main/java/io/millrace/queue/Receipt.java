// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** Notifies a sender that its message can no longer be lost. */
@FunctionalInterface
public interface Receipt {

    /** For senders that do not wait. */
    Receipt NONE = () -> {};

    /** Called once: the delivery has ended, or the message is stored where a restart finds it. */
    void safe();

    /**
     * True if the sender can do nothing more before the receipt is completed, as a branch of a delivery that is stored
     * already. A message that has to wait for its start is then stored at once.
     */
    default boolean isAwaited() {
        return false;
    }
}
