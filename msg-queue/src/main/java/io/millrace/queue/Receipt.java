// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** Notifies a sender that its message can no longer be lost. */
@FunctionalInterface
public interface Receipt {

    /** For senders that do not wait. */
    Receipt NONE = () -> {};

    /** Called once: the delivery has ended, or the message is stored where a restart finds it. */
    void safe();
}
