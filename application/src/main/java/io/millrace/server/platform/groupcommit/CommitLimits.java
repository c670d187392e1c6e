// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

/**
 * The limits of a group commit.
 *
 * @param batchItems maximum number of items in one transaction
 * @param batchBytes maximum bytes in one transaction; a single larger item is written alone
 * @param waitingBytes maximum bytes that may wait for their transaction; further items are refused. The queue already
 *     bounds the number of messages in flight, so this limit guards against large ones.
 */
public record CommitLimits(int batchItems, long batchBytes, long waitingBytes) {

    /** 4,000 items or 4 MiB at once, 128 MiB waiting. */
    public static final CommitLimits DEFAULT = new CommitLimits(4_000, 4L << 20, 128L << 20);

    public CommitLimits {
        requirePositive(batchItems, "batchItems");
        requirePositive(batchBytes, "batchBytes");
        requirePositive(waitingBytes, "waitingBytes");
    }

    private static void requirePositive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, but is " + value);
        }
    }
}
