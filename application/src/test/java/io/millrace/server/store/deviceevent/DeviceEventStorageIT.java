// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.MovedClock;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.DeviceEventSettings;
import io.millrace.server.store.deviceevent.DeviceEventReader.DeviceEvent;
import io.millrace.server.store.deviceevent.DeviceEventReader.Filter;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents.Detail;
import io.millrace.transport.device.DeviceEvents.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class DeviceEventStorageIT {

    private static final DataSource DATABASE = TestDatabase.freshDatabase();
    private static final JdbcClient JDBC = JdbcClient.create(DATABASE);

    private final DeviceEventReader reader = new DeviceEventReader(JDBC);
    private final TenantId tenant = newTenant();

    private final MovedClock clock = new MovedClock(Instant.ofEpochMilli(1_800_000_000_000L));
    private final DeviceEventStorage storage =
            new DeviceEventStorage(
                    new Transactions(DATABASE, new StorageHealth()),
                    new DeviceEventSettings(Duration.ofDays(7)),
                    clock,
                    1 << 20);
    private final AuthenticatedDevice pump = newDevice();

    /** Each test has a tenant of its own, because all devices of a tenant show its dropped events. */
    private static TenantId newTenant() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        UUID profile = TimeOrderedUuid.next();
        JDBC.sql(
                        "insert into tenant_profile (id, created_time, name, profile_data) values (?, 0, ?, '{}')")
                .params(profile, profile.toString())
                .update();
        JDBC.sql(
                        "insert into tenant (id, created_time, title, tenant_profile_id) values (?, 0, ?, ?)")
                .params(tenant.id(), tenant.toString(), profile)
                .update();
        return tenant;
    }

    private AuthenticatedDevice newDevice() {
        UUID profile = TimeOrderedUuid.next();
        JDBC.sql(
                        "insert into device_profile (id, created_time, tenant_id, name, profile_data) values (?, 0, ?, 'P', '{}')")
                .params(profile, tenant.id())
                .update();
        UUID id = TimeOrderedUuid.next();
        JDBC.sql(
                        "insert into device (id, created_time, tenant_id, device_profile_id, name) values (?, 0, ?, ?, 'D')")
                .params(id, tenant.id(), profile)
                .update();
        return EventDevices.device(tenant, id);
    }

    private void happened(Event event, @Nullable String topic) {
        storage.happened(pump, event, "mqtt", new Detail(topic, "because"));
    }

    private PageData<DeviceEvent> page(
            int size, int number, @Nullable DeviceEventType event, @Nullable Long from) {
        return reader.list(
                tenant,
                pump.device(),
                new Filter(event, from, null),
                new PageLink(size, number, null, null, null));
    }

    @Test
    void eventsAreReadNewestFirst() throws InterruptedException {
        happened(Event.CONNECTED, null);
        clock.pass(Duration.ofSeconds(1));
        happened(Event.PUBLISH_REFUSED, "a");
        storage.flush();
        clock.pass(Duration.ofSeconds(1));
        happened(Event.DISCONNECTED, null);
        storage.flush();

        assertThat(page(10, 0, null, null).data())
                .extracting(DeviceEvent::event)
                .containsExactly(
                        DeviceEventType.DISCONNECTED,
                        DeviceEventType.PUBLISH_REFUSED,
                        DeviceEventType.CONNECTED);
        assertThat(page(2, 1, null, null).data())
                .extracting(DeviceEvent::event)
                .containsExactly(DeviceEventType.CONNECTED);
        assertThat(page(10, 0, DeviceEventType.PUBLISH_REFUSED, null).data())
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.topic()).isEqualTo("a");
                    assertThat(event.cause()).isEqualTo("because");
                    assertThat(event.connection()).isEqualTo("mqtt");
                });
        assertThat(page(10, 0, null, clock.millis()).totalElements()).isEqualTo(1);
    }

    @Test
    void repeatsOfAnEventChangeItsRow() throws InterruptedException {
        happened(Event.PUBLISH_REFUSED, "a");
        storage.flush();
        happened(Event.PUBLISH_REFUSED, "a");
        happened(Event.PUBLISH_REFUSED, "a");
        clock.pass(PendingDeviceEvents.WINDOW);
        storage.flush();

        assertThat(page(10, 0, null, null).data())
                .singleElement()
                .extracting(DeviceEvent::count)
                .isEqualTo(3);
    }

    @Test
    void eventsOfDeletedDevicesAreNotStored() throws InterruptedException {
        happened(Event.DISCONNECTED, null);
        JDBC.sql("delete from device where id = ?").param(pump.device().id()).update();
        storage.flush();

        assertThat(page(10, 0, null, null).totalElements()).isZero();
        assertThat(storage.dropped()).isZero();
    }

    @Test
    void aDeviceKeepsAtMostAThousandEvents() throws InterruptedException {
        for (int i = 0; i < 12; i++) {
            for (int j = 0; j < 100; j++) {
                happened(Event.PUBLISH_REFUSED, "topic %d/%d".formatted(i, j));
            }
            clock.pass(PendingDeviceEvents.WINDOW);
            storage.flush();
        }

        PageData<DeviceEvent> events = page(10, 0, null, null);
        assertThat(events.totalElements()).isBetween(900L, (long) DeviceEventStorage.PER_DEVICE);
        assertThat(events.data().getFirst().topic()).startsWith("topic 11/");
    }

    @Test
    void oldEventsAreDeleted() throws Exception {
        happened(Event.CONNECTED, null);
        storage.flush();
        clock.pass(Duration.ofDays(7));
        storage.deleteOldOnes();
        assertThat(page(10, 0, null, null).totalElements()).isEqualTo(1);

        clock.pass(Duration.ofMillis(1));
        storage.deleteOldOnes();

        assertThat(page(10, 0, null, null).totalElements()).isZero();
    }

    @Test
    void aRowSaysHowManyEventsOfTheTenantWereDropped() throws InterruptedException {
        for (int i = 0; i < 2_000; i++) {
            happened(Event.PUBLISH_REFUSED, "topic " + i);
        }
        storage.flush();
        clock.pass(PendingDeviceEvents.DROPPED_WINDOW);
        storage.flush();

        assertThat(storage.dropped()).isPositive();
        assertThat(page(10, 0, DeviceEventType.EVENTS_DROPPED, clock.millis()).data())
                .singleElement()
                .satisfies(row -> {
                    assertThat((long) row.count()).isEqualTo(storage.dropped());
                    assertThat(row.cause()).contains("were not stored");
                });
        assertThat(
                        reader.list(
                                        new TenantId(TimeOrderedUuid.next()),
                                        new DeviceId(TimeOrderedUuid.next()),
                                        new Filter(null, null, null),
                                        new PageLink(10, 0, null, null, null))
                                .totalElements())
                .isZero();
    }

    @Test
    void whatIsGatheredIsWrittenAtTheStop() {
        happened(Event.DISCONNECTED, null);

        storage.close();

        assertThat(page(10, 0, null, null).totalElements()).isEqualTo(1);
    }
}
