// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.MovedClock;
import io.millrace.server.platform.settings.RetentionSettings;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class EntityDeletionIT {

    /** What has happened to messages is kept as long as it is for other devices; running messages end. */
    private static final Set<String> OF_MESSAGES =
            Set.of("in_flight", "dead_letter", "pending_message", "kept_message", "kept_content");

    private final RestServer server = RestServer.running();
    private final RowsWithIds rows = new RowsWithIds(server.bean(JdbcClient.class));
    private final TenantId tenant = server.newTenant();
    private final RestClient user = server.tenantAdministrator(tenant);
    private final StoredExamples data = new StoredExamples(server, tenant);
    private final MovedClock clock = new MovedClock(Instant.now());
    private final Erasure erasure =
            new Erasure(
                    server.bean(DeletedEntities.class),
                    server.bean(DeletedTenants.class),
                    new StoredData(
                            server.bean(JdbcClient.class),
                            new RetentionSettings(Duration.ofHours(1), 1_000_000)),
                    clock);

    private void erase(UUID id) throws InterruptedException {
        rows.awaitThatNothingIsWritten(Set.of(id));
        erasure.advance();
        clock.pass(Erasure.LONGEST_WAY.plusMinutes(1));
        erasure.advance();
    }

    @Test
    void onlyMessagesOfADeletedDeviceAreLeft() throws InterruptedException {
        DeviceId device = data.newDevice("A");
        DeviceId other = data.newDevice("B");
        data.storeAllOf(device, TimeOrderedUuid.next());
        data.storeSomethingOf(other.entity(), TimeOrderedUuid.next());
        // ts_latest is written behind.
        await().untilAsserted(() -> {
            assertThat(rows.tablesWith(Set.of(device.id()))).contains("ts_latest");
            assertThat(rows.tablesWith(Set.of(other.id()))).contains("ts_latest");
        });
        Set<String> ofTheOther = rows.tablesWith(Set.of(other.id()));

        user.delete("/api/device/" + device).expect(200);
        erase(device.id());

        assertThat(OF_MESSAGES).containsAll(rows.tablesWith(Set.of(device.id())));
        assertThat(rows.tablesWith(Set.of(other.id()))).isEqualTo(ofTheOther);
    }

    @Test
    void anAlarmThatWasPropagatedToADeletedEntityStaysAtItsOriginator()
            throws InterruptedException {
        DeviceId device = data.newDevice("A");
        String asset = user.post("/api/asset", Map.of("name", "A")).expect(200).text("/id/id");
        Map<String, String> originator = Map.of("entityType", "DEVICE", "id", device.toString());
        user.post(
                        "/api/relation",
                        Map.of(
                                "type",
                                "Contains",
                                "from",
                                Map.of("entityType", "ASSET", "id", asset),
                                "to",
                                originator))
                .expect(200);
        String alarm =
                user.post(
                                "/api/alarm",
                                Map.of(
                                        "type",
                                        "Hot",
                                        "severity",
                                        "MAJOR",
                                        "originator",
                                        originator,
                                        "propagate",
                                        true))
                        .expect(200)
                        .text("/id/id");
        Set<UUID> parent = Set.of(UUID.fromString(asset));
        assertThat(rows.tablesWith(parent)).contains("entity_alarm");

        user.delete("/api/asset/" + asset).expect(200);
        erase(UUID.fromString(asset));

        assertThat(rows.tablesWith(parent)).isEmpty();
        user.get("/api/alarm/" + alarm).expect(200);
    }

    @Test
    void valuesOfADeletedEntityViewAreErased() throws InterruptedException {
        DeviceId device = data.newDevice("A");
        data.storeSomethingOf(device.entity(), TimeOrderedUuid.next());
        UUID view =
                UUID.fromString(
                        user.post(
                                        "/api/entityView",
                                        Map.of(
                                                "name",
                                                "A",
                                                "type",
                                                "A",
                                                "entityId",
                                                Map.of("entityType", "DEVICE", "id", device.id())))
                                .expect(200)
                                .text("/id/id"));
        data.storeSomethingOf(new EntityId(EntityType.ENTITY_VIEW, view), TimeOrderedUuid.next());

        user.delete("/api/entityView/" + view).expect(200);
        erase(view);

        assertThat(OF_MESSAGES).containsAll(rows.tablesWith(Set.of(view)));
        assertThat(rows.tablesWith(Set.of(device.id()))).contains("attribute", "ts_row");
    }
}
