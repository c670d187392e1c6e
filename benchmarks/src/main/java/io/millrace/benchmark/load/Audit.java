// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;

/**
 * Compares the acknowledged readings with the stored ones, one by one. Queries missing readings again until a time
 * limit: a message is acknowledged when it can no longer be lost, which may be before its reading is stored.
 */
final class Audit {

    private final StoredReadings readings;
    private final LedgerCount.Count deadLetters;
    private final Duration patience;
    private final Duration pause;

    /**
     * @param patience how long to query missing readings
     * @param pause time between two queries
     */
    Audit(
            StoredReadings readings,
            LedgerCount.Count deadLetters,
            Duration patience,
            Duration pause) {
        this.readings = readings;
        this.deadLetters = deadLetters;
        this.patience = patience;
        this.pause = pause;
    }

    private record Found(Published published, BitSet stored) {

        BitSet missing() {
            BitSet missing = (BitSet) published.acknowledged().clone();
            missing.andNot(stored);
            return missing;
        }

        int measured() {
            return stored.get(published.measuredFrom(), published.sent()).cardinality();
        }
    }

    Account of(List<Published> all) throws IOException, InterruptedException {
        List<Found> found =
                all.stream().map(published -> new Found(published, new BitSet())).toList();
        for (Found one : found) {
            look(one, 0, one.published().sent());
        }
        long giveUpAt = System.nanoTime() + patience.toNanos();
        Account account = account(found);
        while (account.lost() > 0 && System.nanoTime() - giveUpAt < 0) {
            Thread.sleep(pause);
            for (Found one : found) {
                BitSet missing = one.missing();
                if (!missing.isEmpty()) {
                    look(one, missing.nextSetBit(0), missing.length());
                }
            }
            account = account(found);
        }
        return account;
    }

    private void look(Found one, int from, int to) throws IOException, InterruptedException {
        long firstTs = one.published().firstTs();
        readings.find(
                one.published().device(),
                firstTs + from,
                firstTs + to,
                ts -> one.stored().set((int) (ts - firstTs)));
    }

    private Account account(List<Found> found) throws IOException, InterruptedException {
        return new Account(
                found.stream().mapToLong(one -> one.published().sent()).sum(),
                found.stream().mapToLong(one -> one.published().acknowledged().cardinality()).sum(),
                found.stream().mapToLong(one -> one.stored().cardinality()).sum(),
                found.stream().mapToLong(Found::measured).sum(),
                found.stream().mapToLong(one -> one.missing().cardinality()).sum(),
                deadLetters.now());
    }
}
