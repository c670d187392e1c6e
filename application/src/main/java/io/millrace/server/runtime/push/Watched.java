// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An entity with subscriptions, and its changes that wait to be passed on to them. One thread at a time passes them on,
 * in order. If too many wait, they are discarded and the values are read again.
 */
final class Watched {

    private static final long MAX_BYTES = 256 * 1024;
    private static final int BYTES_PER_VALUE = 64;

    private final TenantId tenant;
    private final EntityId entity;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    /** Guards all fields below. Held for a moment only, also by writer threads of the stores. */
    private final ReentrantLock lock = new ReentrantLock();

    private List<Change> waiting = new ArrayList<>();
    private long bytes;
    private boolean readAgain;
    private boolean busy;
    private long version;
    private @Nullable Long print;

    Watched(TenantId tenant, EntityId entity) {
        this.tenant = tenant;
        this.entity = entity;
    }

    /**
     * The work that waits.
     *
     * @param readAgain true if all values must be read after the changes
     */
    record Work(List<Change> changes, boolean readAgain) {}

    /**
     * The state before a read of the entity's values.
     *
     * @param version number of changes that this instance has stored
     * @param print fingerprint of the previous read; null if there was none
     */
    record State(long version, @Nullable Long print) {}

    TenantId tenant() {
        return tenant;
    }

    EntityId entity() {
        return entity;
    }

    List<Subscription> subscriptions() {
        return subscriptions;
    }

    State state() {
        lock.lock();
        try {
            return new State(version, print);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a change of this instance.
     *
     * @return true if the caller must start a thread that passes the changes on
     */
    boolean add(Change change) {
        long size = bytesOf(change);
        lock.lock();
        try {
            version++;
            if (bytes + size > MAX_BYTES) {
                waiting.clear();
                bytes = 0;
                readAgain = true;
            } else {
                waiting.add(change);
                bytes += size;
            }
            return begin();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds all values, as read from the database, unless this instance has stored others since.
     *
     * @param before the state before the read
     * @param readPrint the fingerprint of the values
     * @return as {@link #add}
     */
    boolean addRead(List<Change> values, State before, long readPrint) {
        lock.lock();
        try {
            if (version != before.version()) {
                return false;
            }
            print = readPrint;
            waiting.addAll(values);
            return begin();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Demands that the values are read again, by the keys of the subscriptions, because they are too large together.
     *
     * @param readPrint the fingerprint of the values
     * @return as {@link #add}
     */
    boolean addRead(long readPrint) {
        lock.lock();
        try {
            print = readPrint;
            return addRead();
        } finally {
            lock.unlock();
        }
    }

    /** Demands that the values are read again; returns as {@link #add}. */
    boolean addRead() {
        lock.lock();
        try {
            version++;
            readAgain = true;
            return begin();
        } finally {
            lock.unlock();
        }
    }

    private boolean begin() {
        boolean idle = !busy;
        busy = true;
        return idle;
    }

    /** Returns the waiting work; null, and the thread must end, if there is none. */
    @Nullable Work next() {
        lock.lock();
        try {
            if (waiting.isEmpty() && !readAgain) {
                busy = false;
                return null;
            }
            Work work = new Work(waiting, readAgain);
            waiting = new ArrayList<>();
            bytes = 0;
            readAgain = false;
            return work;
        } finally {
            lock.unlock();
        }
    }

    private static long bytesOf(Change change) {
        long sum = 0;
        switch (change) {
            case Change.Points(List<TimeseriesPoint> points) -> {
                for (TimeseriesPoint point : points) {
                    sum += bytesOf(point.values());
                }
            }
            case Change.Attributes attributes -> sum = bytesOf(attributes.values());
            case Change.Current _ -> {}
        }
        return sum;
    }

    private static long bytesOf(List<KeyValue> values) {
        long sum = 0;
        for (KeyValue each : values) {
            sum += BYTES_PER_VALUE;
            sum +=
                    switch (each.value()) {
                        case Value.StringValue(String text) -> text.length();
                        case Value.JsonValue(String text) -> text.length();
                        default -> 0;
                    };
        }
        return sum;
    }
}
