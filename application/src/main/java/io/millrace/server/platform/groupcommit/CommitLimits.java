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

    private static final long LEAST_WAITING_BYTES = 16L << 20;

    /** The limits for the heap of this process. */
    public static final CommitLimits DEFAULT = forHeap(Runtime.getRuntime().maxMemory());

    public CommitLimits {
        requirePositive(batchItems, "batchItems");
        requirePositive(batchBytes, "batchBytes");
        requirePositive(waitingBytes, "waitingBytes");
    }

    /**
     * Returns limits for a heap of this many bytes: 4,000 items or 4 MiB at once, a sixteenth of the heap waiting, but at
     * least 16 MiB.
     */
    public static CommitLimits forHeap(long bytes) {
        return new CommitLimits(4_000, 4L << 20, Math.max(LEAST_WAITING_BYTES, bytes / 16));
    }

    /** Returns these limits with another one for the bytes that wait. */
    public CommitLimits withWaitingBytes(long bytes) {
        return new CommitLimits(batchItems, batchBytes, bytes);
    }

    private static void requirePositive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, but is " + value);
        }
    }
}
