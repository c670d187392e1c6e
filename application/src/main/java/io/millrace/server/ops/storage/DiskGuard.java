// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import io.millrace.server.platform.groupcommit.StorageHealth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the intake of messages before the disk of the embedded PostgreSQL is full, because PostgreSQL itself ends when
 * it cannot write its log. Intake continues when a quarter more than the limit is free, so that it does not stop and
 * start all the time. Checked by one thread.
 */
final class DiskGuard {

    private static final Logger log = LoggerFactory.getLogger(DiskGuard.class);

    private final Path directory;
    private final Disk disk;
    private final LongUnaryOperator minFreeOfTotal;
    private final StorageHealth health;
    private volatile long free;
    private boolean full;

    /** The disk of the data directory. */
    interface Disk {

        /** Bytes that this process may still write. */
        long free() throws IOException;

        /** The size in bytes. */
        long total() throws IOException;
    }

    /** @param minFreeOfTotal the bytes that must be free on a disk of a given size */
    DiskGuard(Path directory, Disk disk, LongUnaryOperator minFreeOfTotal, StorageHealth health) {
        this.directory = directory;
        this.disk = disk;
        this.minFreeOfTotal = minFreeOfTotal;
        this.health = health;
    }

    /** The free bytes at the latest check. */
    long free() {
        return free;
    }

    /** Compares the free bytes with the limit, and reports to the storage health. */
    void check() {
        long minFree;
        try {
            free = disk.free();
            minFree = minFreeOfTotal.applyAsLong(disk.total());
        } catch (IOException e) {
            log.debug("Cannot read the free bytes of {}: {}", directory, e.toString());
            return;
        }
        boolean wasFull = full;
        full = free < (wasFull ? minFree + minFree / 4 : minFree);
        if (full) {
            health.diskIsFull("full, %d bytes free".formatted(free));
        }
        if (full && !wasFull) {
            log.error(
                    "Storage is full: {} bytes free on the disk of {}, fewer than {} (MILLRACE_STORAGE_MIN_FREE). "
                            + "Messages are not taken in until there is room",
                    free,
                    directory,
                    minFree);
        } else if (wasFull && !full) {
            health.diskHasRoom();
            log.info(
                    "Storage has room again: {} bytes free on the disk of {}. Messages are taken in",
                    free,
                    directory);
        }
    }
}
