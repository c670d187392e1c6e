// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import io.millrace.message.room.SharedRoom;
import io.millrace.server.web.api.BodyRefusedException;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory for the bodies of all requests under way, in bytes. Bytes are reserved as they are read, in steps, and
 * given back when the request ends. The holders, which share the memory, are the tenants and all callers without a token
 * together: slow bodies of one tenant cannot take all room from another. Thread-safe.
 */
public final class BodyBudget {

    /** Bytes that are reserved at once. */
    static final long STEP = 16 * 1024;

    private final SharedRoom<Object> room;
    private final LongAdder refusals = new LongAdder();

    /** Creates a budget of a number of bytes. */
    public BodyBudget(long capacity) {
        if (capacity < STEP) {
            throw new IllegalArgumentException(
                    "The memory for bodies must have at least %d bytes, not %d"
                            .formatted(STEP, capacity));
        }
        this.room = new SharedRoom<>(capacity);
    }

    /** Returns the account of a request's body, without bytes. Holders are equal or not by {@code equals}. */
    Account open(Object holder) {
        return new Account(holder);
    }

    /** Bytes that are reserved. */
    public long used() {
        return room.used();
    }

    /** Bytes that can be reserved in all. */
    public long capacity() {
        return room.capacity();
    }

    /** Number of bodies for which there was no room. */
    public long refusals() {
        return refusals.sum();
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
            if (!room.take(holder, missing)) {
                refusals.increment();
                throw BodyRefusedException.noRoom();
            }
            reserved += missing;
        }

        /** Gives all bytes back. */
        @Override
        public void close() {
            if (reserved > 0) {
                room.giveBack(holder, reserved);
                reserved = 0;
            }
        }
    }
}
