// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.settings.DeviceEventSettings;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores events of devices in PostgreSQL, in batches, and deletes old ones. While the database is away, events gather in
 * memory up to a limit.
 */
public final class DeviceEventStorage implements DeviceEvents, AutoCloseable {

    /** Most events of a device. */
    static final int PER_DEVICE = 1_000;

    /** After so many new events of a device its oldest ones are deleted. */
    private static final int TRIM_AFTER = 100;

    private static final Logger log = LoggerFactory.getLogger(DeviceEventStorage.class);

    private static final long MAX_BYTES = 16L << 20;
    private static final int MAX_COUNTED = 100_000;
    private static final int ROWS_PER_TRANSACTION = 2_000;
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration RETENTION_INTERVAL = Duration.ofMinutes(5);

    private final PendingDeviceEvents pending;
    private final Transactions transactions;
    private final DeviceEventSettings settings;
    private final Clock clock;
    private final DueTask flush;
    private final PeriodicTask retention =
            new PeriodicTask("device-event-retention", RETENTION_INTERVAL, this::deleteOldOnes);

    /** Held while events are written. */
    private final Lock writing = new ReentrantLock();

    /** New events of devices since their oldest ones were deleted; guarded by {@link #writing}. */
    private final Map<UUID, Integer> newEvents =
            new LinkedHashMap<>(16, 0.75f, true) {

                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<UUID, Integer> eldest) {
                    return size() > MAX_COUNTED;
                }
            };

    /** Creates a storage; {@link #start} begins to write. */
    public DeviceEventStorage(
            Transactions transactions, DeviceEventSettings settings, Clock clock) {
        this(transactions, settings, clock, MAX_BYTES);
    }

    /** @param most bytes of events in memory; otherwise as above */
    DeviceEventStorage(
            Transactions transactions, DeviceEventSettings settings, Clock clock, long most) {
        this.transactions = transactions;
        this.settings = settings;
        this.clock = clock;
        this.pending = new PendingDeviceEvents(most, clock);
        this.flush = new DueTask("device-events", INTERVAL, clock, this::flush);
    }

    /** Starts the threads that write and delete. */
    public void start() {
        flush.start();
        retention.start(RETENTION_INTERVAL);
    }

    @Override
    public void happened(
            AuthenticatedDevice device, Event event, String connection, Detail detail) {
        pending.happened(device, event, connection, detail);
        flush.expect(clock.millis() + INTERVAL.toMillis());
    }

    /**
     * Writes the gathered events. Waits while the database is away.
     *
     * @return {@link DueTask#NEVER}, because the next event plans the next call
     */
    long flush() throws InterruptedException {
        writing.lockInterruptibly();
        try {
            List<DeviceEventRow> rows = pending.drain();
            for (int i = 0; i < rows.size(); i += ROWS_PER_TRANSACTION) {
                write(rows.subList(i, Math.min(rows.size(), i + ROWS_PER_TRANSACTION)));
            }
        } finally {
            writing.unlock();
        }
        return DueTask.NEVER;
    }

    private void write(List<DeviceEventRow> rows) throws InterruptedException {
        List<UUID> full = full(rows);
        try {
            transactions.patiently(connection -> {
                DeviceEventTable.put(connection, rows);
                if (!full.isEmpty()) {
                    DeviceEventTable.trim(connection, full, PER_DEVICE - TRIM_AFTER);
                }
                return rows.size();
            });
        } catch (SQLException e) {
            pending.lost(rows.size());
            log.error("Cannot store {} events of devices; they are dropped", rows.size(), e);
        }
    }

    /** The devices that may have too many events with these; a device that is not counted may have any number. */
    private List<UUID> full(List<DeviceEventRow> rows) {
        List<UUID> full = new ArrayList<>();
        for (DeviceEventRow row : rows) {
            if (row.device() != null && row.isNew()) {
                UUID device = row.device().id();
                int count = newEvents.getOrDefault(device, TRIM_AFTER - 1) + 1;
                newEvents.put(device, count < TRIM_AFTER ? count : 0);
                if (count >= TRIM_AFTER) {
                    full.add(device);
                }
            }
        }
        return full;
    }

    /** Deletes events whose time has ended. */
    void deleteOldOnes() throws SQLException, InterruptedException {
        long before = clock.instant().minus(settings.kept()).toEpochMilli();
        int deleted;
        do {
            deleted =
                    transactions.patiently(connection ->
                            DeviceEventTable.deleteBefore(
                                    connection, before, ROWS_PER_TRANSACTION));
        } while (deleted == ROWS_PER_TRANSACTION);
    }

    /** The bytes of events in memory. */
    public long bytes() {
        return pending.bytes();
    }

    /** The number of events that were dropped, because too many happened at once. */
    public long dropped() {
        return pending.dropped();
    }

    /** Writes the gathered events, once, and stops. */
    @Override
    public void close() {
        flush.stop();
        retention.stop();
        List<DeviceEventRow> rows = pending.drain();
        if (!rows.isEmpty()) {
            try {
                transactions.once(connection -> {
                    DeviceEventTable.put(connection, rows);
                    return rows.size();
                });
            } catch (SQLException e) {
                log.warn(
                        "Cannot store {} events of devices at the stop; they are dropped: {}",
                        rows.size(),
                        e.toString());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
