// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import java.util.concurrent.CompletionException;

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

    /** True if an operation failed because the queue is closed. */
    public static boolean isCauseOf(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return cause instanceof QueueClosedException;
    }
}
