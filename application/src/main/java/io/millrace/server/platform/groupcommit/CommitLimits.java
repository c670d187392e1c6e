// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

/**
 * How much a group commit takes.
 *
 * @param batchItems most items of one transaction
 * @param batchBytes most bytes of one transaction, except for an item that alone is larger
 * @param waitingBytes most bytes that may wait for their transaction; what comes beyond is refused. The queue's room
 *     bounds the number of messages under way, so this is the last line against large ones.
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
            throw new IllegalArgumentException(
                    "expected " + name + " to be positive, but got " + value);
        }
    }
}
