// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

/**
 * The messages of a tenant that failed, were slow or were watched, and are not kept because a limit was reached.
 *
 * @param count number of messages
 * @param since from when on they are counted, in milliseconds since the epoch: the start of the instance
 */
public record NotKept(long count, long since) {

    /** Returns the sum of two instances. */
    public NotKept plus(NotKept other) {
        return new NotKept(count + other.count, Math.min(since, other.since));
    }
}
