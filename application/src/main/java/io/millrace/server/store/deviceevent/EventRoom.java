// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.message.id.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The memory for events that are not stored yet, or were stored within the last seconds. A tenant gets at most a quarter
 * of it. Counts the events that found no room. Thread-safe.
 */
final class EventRoom {

    private static final int PARTS = 4;

    private final long most;
    private final AtomicLong taken = new AtomicLong();
    private final ConcurrentMap<TenantId, Share> shares = new ConcurrentHashMap<>();
    private final LongAdder dropped = new LongAdder();

    /** @param most bytes of all tenants */
    EventRoom(long most) {
        this.most = most;
    }

    /**
     * What a tenant has.
     *
     * @param dropped events that found no room and are not told yet
     * @param droppedSince time of the first of them, in milliseconds since the epoch
     */
    private record Share(long bytes, int dropped, long droppedSince) {

        static final Share NONE = new Share(0, 0, 0);

        boolean isEmpty() {
            return bytes == 0 && dropped == 0;
        }
    }

    /** Events of a tenant that found no room. */
    record Dropped(TenantId tenant, int count, long since) {}

    /** Takes room for an event; false, and counted, if there is none. */
    boolean take(TenantId tenant, long bytes, long now) {
        boolean fitsAll = taken.addAndGet(bytes) <= most;
        boolean[] fits = {false};
        shares.compute(
                tenant,
                (_, known) -> {
                    Share share = known == null ? Share.NONE : known;
                    fits[0] = fitsAll && share.bytes() + bytes <= most / PARTS;
                    return fits[0]
                            ? new Share(
                                    share.bytes() + bytes, share.dropped(), share.droppedSince())
                            : withDropped(share, 1, now);
                });
        if (!fits[0]) {
            taken.addAndGet(-bytes);
            dropped.increment();
        }
        return fits[0];
    }

    private static Share withDropped(Share share, int count, long now) {
        return new Share(
                share.bytes(),
                (int) Math.min(Integer.MAX_VALUE, (long) share.dropped() + count),
                share.dropped() == 0 ? now : share.droppedSince());
    }

    void giveBack(TenantId tenant, long bytes) {
        taken.addAndGet(-bytes);
        shares.computeIfPresent(
                tenant,
                (_, share) ->
                        emptyAsNull(
                                new Share(
                                        share.bytes() - bytes,
                                        share.dropped(),
                                        share.droppedSince())));
    }

    /** Counts events that could not be stored. */
    void lost(int count) {
        dropped.add(count);
    }

    /** The events that found no room, of each tenant whose first one is as old; they count as told then. */
    List<Dropped> told(long sinceAtMost) {
        List<Dropped> told = new ArrayList<>();
        for (TenantId tenant : shares.keySet()) {
            shares.computeIfPresent(
                    tenant,
                    (_, share) -> {
                        if (share.dropped() == 0 || share.droppedSince() > sinceAtMost) {
                            return share;
                        }
                        told.add(new Dropped(tenant, share.dropped(), share.droppedSince()));
                        return emptyAsNull(new Share(share.bytes(), 0, 0));
                    });
        }
        return told;
    }

    private static @Nullable Share emptyAsNull(Share share) {
        return share.isEmpty() ? null : share;
    }

    long bytes() {
        return taken.get();
    }

    long dropped() {
        return dropped.sum();
    }
}
