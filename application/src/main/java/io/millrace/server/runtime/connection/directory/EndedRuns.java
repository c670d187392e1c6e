// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.server.platform.peer.Peers;
import io.millrace.server.runtime.connection.directory.ConnectionTable.Run;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Decides which processes have ended. A former process of this instance has ended for certain. Another instance has ended
 * when its row in the table {@code instance} is old. After an outage of the database all rows are old, so this instance
 * then waits until the others had the time to write theirs. Used by one thread at a time.
 */
final class EndedRuns {

    private final Self self;
    private final LongSupplier nanoTime;

    private boolean hasLooked;
    private long lookBegan;
    private long lastLook;
    private long steadySince;

    /**
     * This process.
     *
     * @param isAlone true if there is no other instance: then every other process has ended
     */
    record Self(String instance, UUID run, boolean isAlone) {}

    EndedRuns(Self self, LongSupplier nanoTime) {
        this.self = self;
        this.nanoTime = nanoTime;
    }

    /** This process. */
    UUID own() {
        return self.run();
    }

    /** True if there is no other instance. */
    boolean isAlone() {
        return self.isAlone();
    }

    /**
     * Begins a look at the processes.
     *
     * @return true if this process has missed looks, because it was paused or the database was away; others may have
     *     considered it gone
     */
    boolean beginLook() {
        long now = nanoTime.getAsLong();
        boolean missed = hasLooked && now - lastLook > Peers.GONE_AFTER.toNanos() / 2;
        if (!hasLooked || missed) {
            steadySince = now;
        }
        lookBegan = now;
        return missed;
    }

    /** The look has reached the database. */
    void noteLook() {
        hasLooked = true;
        lastLook = nanoTime.getAsLong();
    }

    /** Returns those of the processes that have ended. */
    List<Run> of(List<Run> runs) {
        boolean isSteady = lookBegan - steadySince >= Peers.GONE_AFTER.toNanos();
        return runs.stream().filter(run -> hasEnded(run, isSteady)).toList();
    }

    private boolean hasEnded(Run run, boolean isSteady) {
        return !run.id().equals(self.run())
                && (isCertainlyEnded(run) || (isSteady && !run.isAlive()));
    }

    private boolean isCertainlyEnded(Run run) {
        return self.isAlone() || run.instance().equals(self.instance());
    }

    /** The age from which rows of an ended process count: another instance writes some before its row in {@code instance}. */
    Duration leastAge(Run ended) {
        return isCertainlyEnded(ended) ? Duration.ZERO : Peers.GONE_AFTER;
    }
}
