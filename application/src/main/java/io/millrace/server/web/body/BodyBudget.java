// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import io.millrace.server.web.api.BodyRefusedException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory for the bodies of all requests under way, in bytes. Bytes are reserved as they are read, in steps, and
 * given back when the request ends. A holder (a tenant, or all callers without a token together) can have as much as
 * the others leave free, so the first gets half of the memory, a second half of the rest, and so on: slow bodies of one
 * tenant cannot take all room from another. Thread-safe.
 */
public final class BodyBudget {

    /** Bytes that are reserved at once. */
    static final long STEP = 16 * 1024;

    private final long capacity;
    private final Map<Object, Long> held = new HashMap<>();
    private final LongAdder refusals = new LongAdder();
    private long used;

    /** Creates a budget of a number of bytes. */
    public BodyBudget(long capacity) {
        if (capacity < STEP) {
            throw new IllegalArgumentException(
                    "The memory for bodies must have at least %d bytes, not %d"
                            .formatted(STEP, capacity));
        }
        this.capacity = capacity;
    }

    /** Returns the account of a request's body, without bytes. Holders are equal or not by {@code equals}. */
    Account open(Object holder) {
        return new Account(holder);
    }

    /** Bytes that are reserved. */
    public synchronized long used() {
        return used;
    }

    /** Bytes that can be reserved in all. */
    public long capacity() {
        return capacity;
    }

    /** Number of bodies for which there was no room. */
    public long refusals() {
        return refusals.sum();
    }

    private synchronized boolean reserve(Object holder, long bytes) {
        long own = held.getOrDefault(holder, 0L) + bytes;
        long freeThen = capacity - used - bytes;
        if (own > freeThen) {
            return false;
        }
        held.put(holder, own);
        used += bytes;
        return true;
    }

    private synchronized void release(Object holder, long bytes) {
        used -= bytes;
        long left = held.getOrDefault(holder, 0L) - bytes;
        if (left == 0) {
            held.remove(holder);
        } else {
            held.put(holder, left);
        }
    }

    /** The bytes of one request's body. Used by one thread at a time. */
    final class Account implements AutoCloseable {

        private final Object holder;
        private long reserved;

        private Account(Object holder) {
            this.holder = holder;
        }

        /**
         * Reserves what a body of this length needs beyond what it has.
         *
         * @throws BodyRefusedException if there is no room
         */
        void grow(long length) throws BodyRefusedException {
            if (length <= reserved) {
                return;
            }
            long missing = Math.ceilDiv(length - reserved, STEP) * STEP;
            if (!reserve(holder, missing)) {
                refusals.increment();
                throw BodyRefusedException.noRoom();
            }
            reserved += missing;
        }

        /** Gives all bytes back. */
        @Override
        public void close() {
            if (reserved > 0) {
                release(holder, reserved);
                reserved = 0;
            }
        }
    }
}
