// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import org.jspecify.annotations.Nullable;

/** Work that submits messages on behalf of a delivery. Safe for use by many threads. */
public interface MessageSubmitter {

    /**
     * False when the message is no longer wanted, such as when the caller's attempt is over. It must be quick, and must
     * not return true again.
     */
    boolean isWanted();

    /**
     * The lease of the delivery that creates the message, or null: a single instance needs no lease. A message that is
     * written after its lease has ended is ignored, because the next owner creates it again.
     */
    @Nullable Lease lease();
}
