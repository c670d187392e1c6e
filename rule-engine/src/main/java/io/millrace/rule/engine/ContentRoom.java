// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.TenantId;
import io.millrace.message.room.SharedRoom;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that all attempts under way may use for the contents of their paths, shared by the tenants. The first bytes
 * of each attempt are not counted here, so that attempts with small messages share no counter. Safe for use by many
 * threads.
 */
final class ContentRoom {

    private static final long LEAST = 8L << 20;

    private final SharedRoom<TenantId> bytes;
    private final LongAdder refused = new LongAdder();

    /** @param most maximum number of bytes */
    ContentRoom(long most) {
        this.bytes = new SharedRoom<>(most);
    }

    /** Returns the room for a heap of this many bytes: a sixteenth of it, and at least 8 MiB. */
    static ContentRoom forHeap(long bytes) {
        return new ContentRoom(Math.max(LEAST, bytes / 16));
    }

    /** Takes room; returns false if there is not enough for the tenant. */
    boolean take(TenantId tenant, long amount) {
        return bytes.take(tenant, amount);
    }

    void giveBack(TenantId tenant, long amount) {
        bytes.giveBack(tenant, amount);
    }

    long used() {
        return bytes.used();
    }

    /** Counts the contents of one visit that are not kept. */
    void refused() {
        refused.increment();
    }

    /** The number of visits to nodes whose contents were not kept, because an attempt or a tenant held too much. */
    long refusals() {
        return refused.sum();
    }
}
