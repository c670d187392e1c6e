// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** What a sender waits for: the word that its message can no longer be lost. */
@FunctionalInterface
public interface Receipt {

    /** For a sender that does not wait. */
    Receipt NONE = () -> {};

    /** The message's delivery has ended, or the message stands where a restart finds it. Called once. */
    void safe();
}
