// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents.Detail;
import io.millrace.transport.device.DeviceEvents.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PendingDeviceEventsTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.ofEpochMilli(1_800_000_000_000L));
    private final PendingDeviceEvents events = new PendingDeviceEvents(1 << 20, now::get);
    private final AuthenticatedDevice pump = EventDevices.device(TENANT, new UUID(2, 1));

    private void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    private void refused(@Nullable String topic) {
        events.happened(
                pump, Event.PUBLISH_REFUSED, "mqtt 1.2.3.4", new Detail(topic, "unknown topic"));
    }

    @Test
    void anEventBecomesARow() {
        refused("a/b");

        assertThat(events.drain())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.device()).isEqualTo(pump.device());
                    assertThat(row.tenant()).isEqualTo(TENANT);
                    assertThat(row.event()).isEqualTo(DeviceEventType.PUBLISH_REFUSED);
                    assertThat(row.topic()).isEqualTo("a/b");
                    assertThat(row.cause()).isEqualTo("unknown topic");
                    assertThat(row.connection()).isEqualTo("mqtt 1.2.3.4");
                    assertThat(row.count()).isEqualTo(1);
                    assertThat(row.isNew()).isTrue();
                });
        assertThat(events.drain()).isEmpty();
    }

    @Test
    void equalEventsWithinTenSecondsAreOneRowWithACount() {
        refused("a");
        UUID first = events.drain().getFirst().id();
        for (int i = 0; i < 5; i++) {
            pass(Duration.ofSeconds(1));
            refused("a");
        }
        assertThat(events.drain()).as("the count is written at the end").isEmpty();

        pass(Duration.ofSeconds(5));

        assertThat(events.drain())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.id()).isEqualTo(first);
                    assertThat(row.count()).isEqualTo(6);
                    assertThat(row.lastTime() - row.firstTime()).isEqualTo(5_000);
                    assertThat(row.isNew()).isFalse();
                });
        assertThat(events.bytes()).isZero();
    }

    @Test
    void theCountOfAFormerTenSecondsIsNotLostIfTheNextEventComesBeforeItIsWritten() {
        refused("a");
        events.drain();
        refused("a");
        pass(PendingDeviceEvents.WINDOW);
        refused("a");

        assertThat(events.drain()).extracting(DeviceEventRow::count).containsExactly(2, 1);
    }

    @Test
    void eventsThatDifferAreDifferentRows() {
        refused("a");
        refused("b");
        refused(null);
        events.happened(pump, Event.CONNECTED, "mqtt", new Detail(null, "connected"));

        assertThat(events.drain()).hasSize(4);
    }

    @Test
    void textsAreCutAndMadeStorable() {
        events.happened(
                pump, Event.PUBLISH_REFUSED, "c", new Detail("x".repeat(10_000), "a\0b\ud800c"));

        DeviceEventRow row = events.drain().getFirst();
        assertThat(row.topic()).hasSize(EventText.MAX_LENGTH).endsWith("x…");
        assertThat(row.cause()).isEqualTo("a\ufffdb\ufffdc");
    }

    @Test
    void eventsThatFindNoRoomAreCountedAndARowSaysSo() {
        for (int i = 0; i < 2_000; i++) {
            refused("topic " + i);
        }
        List<DeviceEventRow> rows = events.drain();
        assertThat(rows).hasSizeLessThan(2_000);
        assertThat(events.dropped()).isEqualTo(2_000 - rows.size());
        assertThat(events.bytes()).isLessThanOrEqualTo((1 << 20) / 4);

        pass(PendingDeviceEvents.DROPPED_WINDOW);

        assertThat(events.drain())
                .filteredOn(row -> row.event() == DeviceEventType.EVENTS_DROPPED)
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.device()).isNull();
                    assertThat(row.tenant()).isEqualTo(TENANT);
                    assertThat(row.count()).isEqualTo(2_000 - rows.size());
                });
        assertThat(events.bytes()).isZero();
    }

    @Test
    void aTenantWithManyEventsLeavesRoomToOthers() {
        for (int i = 0; i < 5_000; i++) {
            refused("topic " + i);
        }
        AuthenticatedDevice other =
                EventDevices.device(new TenantId(new UUID(1, 2)), new UUID(2, 2));
        events.happened(other, Event.CONNECTED, "mqtt", new Detail(null, "connected"));

        assertThat(events.drain())
                .extracting(DeviceEventRow::device)
                .contains(new DeviceId(new UUID(2, 2)));
    }

    @Test
    void noRepeatIsLostWhileOthersDrain() {
        CompletableFuture<List<DeviceEventRow>> drained =
                CompletableFuture.supplyAsync(() ->
                        IntStream.range(0, 200)
                                .mapToObj(_ -> events.drain())
                                .flatMap(List::stream)
                                .toList());
        CompletableFuture.allOf(
                        IntStream.range(0, 4)
                                .mapToObj(_ ->
                                        CompletableFuture.runAsync(() ->
                                                IntStream.range(0, 1_000)
                                                        .forEach(_ -> refused("a"))))
                                .toArray(CompletableFuture[]::new))
                .join();
        drained.join();
        refused("a");
        pass(PendingDeviceEvents.WINDOW);

        assertThat(events.drain())
                .singleElement()
                .extracting(DeviceEventRow::count)
                .isEqualTo(4_001);
    }
}
