// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.store.deviceevent.EventRoom.Dropped;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Gathers events until they are stored. Equal events of a device within ten seconds become one row: its first state is
 * stored with the next batch, its final count after the ten seconds. Events that find no room are counted by tenant, and
 * a row says so. Thread-safe; no call blocks.
 */
final class PendingDeviceEvents implements DeviceEvents {

    static final Duration WINDOW = Duration.ofSeconds(10);

    /** From the first event that was dropped to the row that says so. */
    static final Duration DROPPED_WINDOW = Duration.ofMinutes(1);

    private static final int BYTES_PER_EVENT = 300;
    private static final int BYTES_PER_CHARACTER = 2;

    private final ConcurrentMap<Key, Window> windows = new ConcurrentHashMap<>();

    /** The final states of windows that were followed by another one before they were drained. */
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

    private final EventRoom room;
    private final InstantSource clock;

    /** @param most bytes of events in memory */
    PendingDeviceEvents(long most, InstantSource clock) {
        this.room = new EventRoom(most);
        this.clock = clock;
    }

    private record Key(
            TenantId tenant,
            DeviceId device,
            Event event,
            @Nullable String topic,
            @Nullable String cause) {

        long bytes(@Nullable String connection) {
            return BYTES_PER_EVENT
                    + (long) BYTES_PER_CHARACTER
                            * (length(topic) + length(cause) + length(connection));
        }

        private static int length(@Nullable String text) {
            return text == null ? 0 : text.length();
        }
    }

    /**
     * Equal events. Immutable.
     *
     * @param connection of the last of them
     * @param unstored true if the row does not have this state
     * @param isNew true if the row does not exist
     */
    private record Window(
            UUID id,
            @Nullable String connection,
            long bytes,
            long first,
            long last,
            int count,
            boolean unstored,
            boolean isNew) {

        boolean isOver(long now) {
            return now - first >= WINDOW.toMillis();
        }

        Window repeated(long now) {
            return new Window(
                    id,
                    connection,
                    bytes,
                    first,
                    Math.max(last, now),
                    count == Integer.MAX_VALUE ? count : count + 1,
                    true,
                    isNew);
        }

        Window stored() {
            return new Window(id, connection, bytes, first, last, count, false, false);
        }

        DeviceEventRow row(Key key) {
            return new DeviceEventRow(
                    id,
                    key.tenant(),
                    key.device(),
                    DeviceEventType.of(key.event()),
                    key.topic(),
                    key.cause(),
                    connection,
                    first,
                    last,
                    count,
                    isNew);
        }
    }

    private record Ended(Key key, Window window) {}

    @Override
    public void happened(
            AuthenticatedDevice device, Event event, String connection, Detail detail) {
        long now = clock.millis();
        Key key =
                new Key(
                        device.tenant(),
                        device.device(),
                        event,
                        EventText.of(detail.topic()),
                        EventText.of(detail.cause()));
        windows.compute(key, (_, open) -> next(key, open, EventText.of(connection), now));
    }

    private @Nullable Window next(
            Key key, @Nullable Window open, @Nullable String connection, long now) {
        if (open != null && !open.isOver(now)) {
            return open.repeated(now);
        }
        if (open != null) {
            end(key, open);
        }
        long bytes = key.bytes(connection);
        return room.take(key.tenant(), bytes, now)
                ? new Window(TimeOrderedUuid.at(now), connection, bytes, now, now, 1, true, true)
                : null;
    }

    private void end(Key key, Window window) {
        if (window.unstored()) {
            ended.add(new Ended(key, window));
        } else {
            room.giveBack(key.tenant(), window.bytes());
        }
    }

    /** Takes the states that are to be stored. */
    List<DeviceEventRow> drain() {
        long now = clock.millis();
        List<DeviceEventRow> rows = new ArrayList<>();
        for (Ended each = ended.poll(); each != null; each = ended.poll()) {
            rows.add(each.window().row(each.key()));
            room.giveBack(each.key().tenant(), each.window().bytes());
        }
        for (Key each : windows.keySet()) {
            windows.computeIfPresent(each, (key, window) -> drained(key, window, now, rows));
        }
        for (Dropped dropped : room.told(now - DROPPED_WINDOW.toMillis())) {
            rows.add(row(dropped, now));
        }
        return rows;
    }

    private @Nullable Window drained(Key key, Window window, long now, List<DeviceEventRow> rows) {
        boolean due = window.isNew() || window.isOver(now);
        if (window.unstored() && due) {
            rows.add(window.row(key));
        }
        if (window.isOver(now)) {
            room.giveBack(key.tenant(), window.bytes());
            return null;
        }
        return due ? window.stored() : window;
    }

    private static DeviceEventRow row(Dropped dropped, long now) {
        return new DeviceEventRow(
                TimeOrderedUuid.at(now),
                dropped.tenant(),
                null,
                DeviceEventType.EVENTS_DROPPED,
                null,
                "%d events of devices of the tenant were not stored: there were too many at once"
                        .formatted(dropped.count()),
                null,
                dropped.since(),
                now,
                dropped.count(),
                false);
    }

    /** Counts rows that could not be stored. */
    void lost(int rows) {
        room.lost(rows);
    }

    /** The bytes of events in memory. */
    long bytes() {
        return room.bytes();
    }

    /** The number of events that were dropped. */
    long dropped() {
        return room.dropped();
    }
}
