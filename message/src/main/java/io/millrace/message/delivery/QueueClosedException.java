// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

/**
 * The queue takes no more messages, because the service is stopping. A delivery that needs it does not end: the next
 * owner or the next start delivers it again.
 */
public final class QueueClosedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public QueueClosedException() {
        super("the queue is closed");
    }
}
