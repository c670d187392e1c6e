// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.attribute.AttributeStorage;
import io.millrace.testkit.ManualClock;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Devices that stop sending, in the running service. */
class SilentDevicesIT {

    private static final Duration LONGEST_REST = Duration.ofSeconds(3);

    /** Due times that the service's own task does not reach. */
    private static final Instant TOMORROW = Instant.now().plus(Duration.ofDays(1));

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient user = server.tenantAdministrator(tenant);
    private final ActiveDeviceStorage storage = server.bean(ActiveDeviceStorage.class);

    private DeviceId newDevice(String name) {
        return DeviceId.of(
                user.post("/api/device", Map.of("name", name)).expect(200).text("/id/id"));
    }

    private void set(DeviceId device, KeyValue... attributes) {
        finish(
                server.bean(AttributeStorage.class)
                        .save(
                                tenant,
                                device.entity(),
                                AttributeScope.SERVER_SCOPE,
                                List.of(attributes),
                                System.currentTimeMillis()));
    }

    private static void finish(CompletionStage<?> work) {
        work.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** A device as an instance leaves it that has ended: active, silent for an hour, without a session. */
    private DeviceId leftActive(String name, long dueAt) {
        DeviceId device = newDevice(name);
        set(
                device,
                new KeyValue("active", new BooleanValue(true)),
                new KeyValue(
                        "lastActivityTime",
                        new LongValue(Instant.now().minus(Duration.ofHours(1)).toEpochMilli())));
        finish(storage.put(tenant, device, dueAt));
        return device;
    }

    private List<EntityId> becameInactive() {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.type().equals("INACTIVITY_EVENT"))
                .map(RuleMessage::originator)
                .toList();
    }

    private @Nullable Value active(DeviceId device) {
        return server
                .bean(AttributeReader.class)
                .attributes(tenant, device.entity(), AttributeScope.SERVER_SCOPE)
                .stream()
                .map(attribute -> attribute.keyValue())
                .filter(keyValue -> keyValue.key().equals("active"))
                .map(KeyValue::value)
                .findFirst()
                .orElse(null);
    }

    private List<@Nullable Long> dueTimes() {
        return server.bean(JdbcClient.class)
                .sql("select due_at from active_device where tenant_id = ?")
                .param(tenant.id())
                .query(Long.class)
                .list();
    }

    private void awaitInactive(DeviceId device) {
        await().until(() -> new BooleanValue(false).equals(active(device)));
        await().until(() -> dueTimes().isEmpty());
        assertThat(becameInactive()).containsExactly(device.entity());
    }

    @Test
    void aDeviceThatFellSilentWhileNoInstanceFollowedItBecomesInactive() {
        DeviceId device = leftActive("Left", 1);

        awaitInactive(device);
    }

    @Test
    void aDeviceWithASessionBecomesInactiveAfterItsTimeout() {
        DeviceId device = newDevice("Connected");
        // Longer than the three seconds after which a session reports its activity once more.
        set(device, new KeyValue("inactivityTimeout", new LongValue(6_000)));
        String token =
                user.get("/api/device/%s/credentials".formatted(device))
                        .expect(200)
                        .text("/credentialsId");
        try (MqttDevice connected = new MqttDevice(server.bean(MqttServer.class).port(), token)) {
            connected.publish(MqttDevice.TELEMETRY, "{\"t\":1}");

            awaitInactive(device);
        }
    }

    @Test
    void pagesReachAllDueDevicesAfterTheTimeForInstancesWithSessions() throws Exception {
        List<EntityId> devices =
                IntStream.range(0, 5)
                        .mapToObj(i -> leftActive("Due " + i, TOMORROW.toEpochMilli() - i / 2))
                        .map(DeviceId::entity)
                        .toList();
        ManualClock clock = new ManualClock(TOMORROW);
        SilentDevices task =
                new SilentDevices(
                        server.bean(JdbcTemplate.class),
                        storage,
                        server.bean(DeviceDirectory.class),
                        server.bean(RuleEngine.class),
                        clock,
                        LONGEST_REST,
                        2);

        task.look();
        assertThat(becameInactive()).isEmpty();
        assertThat(dueTimes()).hasSize(5);
        clock.advance(SilentDevices.GRACE);
        task.look();

        assertThat(becameInactive()).containsExactlyInAnyOrderElementsOf(devices);
        assertThat(dueTimes()).isEmpty();
    }

    @Test
    void theNextLookIsWhenADeviceIsDueButSoonEnoughForDevicesOfOtherInstances() throws Exception {
        DataSource database = TestDatabase.freshDatabase();
        try (ActiveDeviceStorage devices =
                new ActiveDeviceStorage(
                        new Transactions(database, new StorageHealth()), CommitLimits.DEFAULT)) {
            SilentDevices task =
                    new SilentDevices(
                            new JdbcTemplate(database),
                            devices,
                            server.bean(DeviceDirectory.class),
                            server.bean(RuleEngine.class),
                            new ManualClock(Instant.EPOCH),
                            LONGEST_REST,
                            2);

            assertThat(task.look()).isEqualTo(3_000);
            finish(devices.put(tenant, new DeviceId(UUID.randomUUID()), 5_000));
            assertThat(task.look()).isEqualTo(3_000);
            finish(devices.put(tenant, new DeviceId(UUID.randomUUID()), 2_000));
            assertThat(task.look()).isEqualTo(2_000);
        }
    }

    @Test
    void aDeletedDeviceLeavesNoEntry() {
        DeviceId device = leftActive("Deleted", TOMORROW.toEpochMilli());

        user.delete("/api/device/" + device).expect(200);

        await().until(() -> dueTimes().isEmpty());
    }

    @Test
    void anEntryOfADeviceThatWasDeletedBeforeIsRemovedWhenItIsDue() {
        finish(storage.put(tenant, new DeviceId(TimeOrderedUuid.next()), 1));

        await().until(() -> dueTimes().isEmpty());
    }
}
