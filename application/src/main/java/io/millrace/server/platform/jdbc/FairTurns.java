// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A number of places that threads hold for a while, each on behalf of an owner. Owners whose threads wait get places in
 * turn, so that one with many waiting threads holds back no other. An owner gets at most half of the places that the
 * others do not hold, but always one, so that slow work of one owner leaves room for the rest. The threads of one owner
 * get places in the order of their calls. Thread-safe.
 */
final class FairTurns<K> {

    private final Map<K, Owner> owners = new HashMap<>();

    /** The owners with waiting threads; the next one to get a place stands first. */
    private final ArrayDeque<Owner> turns = new ArrayDeque<>();

    private int free;
    private int waiting;

    FairTurns(int places) {
        this.free = places;
    }

    private final class Owner {

        private final ArrayDeque<CountDownLatch> line = new ArrayDeque<>();
        private int held;

        boolean mayTake() {
            return held == 0 || 2 * (held + 1) <= free + held;
        }
    }

    /** Takes a place, as soon as it is the owner's turn. */
    void acquire(K owner) throws InterruptedException {
        CountDownLatch turn = lineUp(owner);
        try {
            turn.await();
        } catch (InterruptedException e) {
            giveUp(owner, turn);
            throw e;
        }
    }

    /** Takes a place, if the owner's turn comes in time; returns false otherwise. */
    boolean tryAcquire(K owner, Duration patience) throws InterruptedException {
        CountDownLatch turn = lineUp(owner);
        try {
            return turn.await(patience.toNanos(), TimeUnit.NANOSECONDS) || !leave(owner, turn);
        } catch (InterruptedException e) {
            giveUp(owner, turn);
            throw e;
        }
    }

    private synchronized CountDownLatch lineUp(K key) {
        Owner owner = owners.computeIfAbsent(key, _ -> new Owner());
        CountDownLatch turn = new CountDownLatch(1);
        if (owner.line.isEmpty()) {
            turns.add(owner);
        }
        owner.line.add(turn);
        waiting++;
        giveTurns();
        return turn;
    }

    private void giveTurns() {
        int passed = 0;
        while (free > 0 && passed < turns.size()) {
            Owner owner = turns.remove();
            if (owner.mayTake()) {
                passed = 0;
                free--;
                waiting--;
                owner.held++;
                owner.line.remove().countDown();
            } else {
                passed++;
            }
            if (!owner.line.isEmpty()) {
                turns.add(owner);
            }
        }
    }

    private void giveUp(K owner, CountDownLatch turn) {
        if (!leave(owner, turn)) {
            release(owner);
        }
    }

    /** Leaves the line; returns false if the place was given meanwhile. */
    private synchronized boolean leave(K key, CountDownLatch turn) {
        @Nullable Owner owner = owners.get(key);
        if (owner == null || !owner.line.remove(turn)) {
            return false;
        }
        waiting--;
        if (owner.line.isEmpty()) {
            turns.remove(owner);
            forgetIfIdle(key, owner);
        }
        return true;
    }

    /** Gives a place back. */
    synchronized void release(K key) {
        @Nullable Owner owner = owners.get(key);
        if (owner == null || owner.held == 0) {
            throw new IllegalStateException("%s holds no place".formatted(key));
        }
        owner.held--;
        free++;
        forgetIfIdle(key, owner);
        giveTurns();
    }

    private void forgetIfIdle(K key, Owner owner) {
        if (owner.held == 0 && owner.line.isEmpty()) {
            owners.remove(key);
        }
    }

    /** The number of threads that wait for a place. */
    synchronized int waiting() {
        return waiting;
    }

    /** The number of owners that hold a place or wait for one. */
    synchronized int owners() {
        return owners.size();
    }
}
