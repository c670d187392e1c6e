// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import java.time.Duration;

/**
 * How JavaScript runs in processes of its own.
 *
 * @param heap bytes of the heap of each process
 * @param spare whether a second process is kept ready to take over from one that is killed
 * @param ownProcesses greatest number of tenants that have a process of their own, because one of their scripts had to
 *     be killed; beyond it the calls of such a tenant fail
 * @param ownProcessFor time after a tenant's last kill for which it has a process of its own
 */
public record WorkerSettings(long heap, boolean spare, int ownProcesses, Duration ownProcessFor) {

    private static final long MEBIBYTE = 1024 * 1024;

    /** Smallest heap in which the scripts of a few tenants run. */
    public static final long LEAST_HEAP = 64 * MEBIBYTE;

    public WorkerSettings {
        if (heap < LEAST_HEAP) {
            throw new IllegalArgumentException(
                    "heap must be at least %d bytes, not %d".formatted(LEAST_HEAP, heap));
        }
        if (ownProcesses < 0) {
            throw new IllegalArgumentException(
                    "ownProcesses must be 0 or more, not " + ownProcesses);
        }
    }

    /** Returns the defaults: 192 MiB, a spare, and processes of their own for four tenants, for ten minutes. */
    public static WorkerSettings defaults() {
        return new WorkerSettings(192 * MEBIBYTE, true, 4, Duration.ofMinutes(10));
    }

    public WorkerSettings withHeap(long newHeap) {
        return new WorkerSettings(newHeap, spare, ownProcesses, ownProcessFor);
    }

    public WorkerSettings withSpare(boolean newSpare) {
        return new WorkerSettings(heap, newSpare, ownProcesses, ownProcessFor);
    }

    public WorkerSettings withOwnProcesses(int newOwnProcesses) {
        return new WorkerSettings(heap, spare, newOwnProcesses, ownProcessFor);
    }
}
