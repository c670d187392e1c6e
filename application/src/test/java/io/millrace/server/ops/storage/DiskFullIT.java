// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What devices, callers and operators see of a full disk, in the real service. */
final class DiskFullIT {

    private static final RestServer SERVER = RestServer.running();
    private static final String WORDS = "full, 123 bytes free";

    private final TenantId tenant = SERVER.newTenant();
    private final RestClient admin = SERVER.tenantAdministrator(tenant);
    private final ServiceClient service = SERVER.serviceClient(tenant);
    private final ServiceClient.Device device = service.createDevice("Sensor");
    private final StorageHealth health = SERVER.bean(StorageHealth.class);

    @AfterEach
    void makeRoom() {
        health.diskHasRoom();
    }

    @Test
    void acknowledgementsWaitForRoomWhileReadsWorkAndReadinessSaysWhy() throws Exception {
        int port = SERVER.bean(MqttServer.class).port();
        try (MqttDevice client = new MqttDevice(port, device.token())) {
            health.diskIsFull(WORDS);

            CompletableFuture<Void> acknowledged =
                    CompletableFuture.runAsync(
                            () -> client.publish(MqttDevice.TELEMETRY, "{\"t\":1}"));

            RestClient operator = SERVER.systemAdministrator();
            assertThat(operator.get("/actuator/health/readiness").expect(503).body())
                    .contains("\"storage\":\"" + WORDS + "\"");
            SERVER.anonymous().get("/actuator/health/liveness").expect(200);
            assertThat(SERVER.anonymous().get("/actuator/prometheus").expect(200).body())
                    .contains("millrace_storage_full 1.0", "millrace_storage_available 0.0");
            String series = "/api/plugins/telemetry/DEVICE/" + device.id();
            assertThat(admin.post(series + "/timeseries/ANY", "{\"t\":2}").expect(503).body())
                    .startsWith("storage: " + WORDS);
            assertThat(admin.post(series + "/SERVER_SCOPE", "{\"a\":2}").expect(503).body())
                    .startsWith("storage: " + WORDS);
            admin.get(series + "/values/timeseries").expect(200);
            assertThat(rows()).isZero();
            await().during(Duration.ofMillis(1500)).until(() -> !acknowledged.isDone());

            health.diskHasRoom();

            // It may be in the table in_flight at first, which is safe, too.
            acknowledged.get(30, TimeUnit.SECONDS);
            await().untilAsserted(() -> assertThat(rows()).isOne());
            await().untilAsserted(
                            () -> SERVER.anonymous().get("/actuator/health/readiness").expect(200));
        }
    }

    /** A trigger raises the error that PostgreSQL raises on a full disk (53100). */
    @Test
    void aDatabaseElsewhereWhoseDiskIsFullHasTheSameEffect() throws Exception {
        JdbcClient jdbc = SERVER.bean(JdbcClient.class);
        jdbc.sql(
                        """
                        create function disk_full() returns trigger language plpgsql as $$ begin
                          if new.entity_id = '%s' then
                            raise exception 'could not extend file: No space left on device' using errcode = '53100';
                          end if;
                          return new;
                        end $$
                        """
                                .formatted(device.id()))
                .update();
        jdbc.sql(
                        "create trigger disk_full before insert on ts_row for each row execute function disk_full()")
                .update();
        CompletableFuture<Void> acknowledged;
        try (MqttDevice client =
                new MqttDevice(SERVER.bean(MqttServer.class).port(), device.token())) {
            try {
                acknowledged =
                        CompletableFuture.runAsync(
                                () -> client.publish(MqttDevice.TELEMETRY, "{\"t\":1}"));
                RestClient operator = SERVER.systemAdministrator();
                await().untilAsserted(() ->
                        assertThat(operator.get("/actuator/health/readiness").expect(503).body())
                                .contains("\"storage\":\"full, as the database says: "));
            } finally {
                jdbc.sql("drop trigger disk_full on ts_row").update();
                jdbc.sql("drop function disk_full").update();
            }
            acknowledged.get(30, TimeUnit.SECONDS);
        }
        await().untilAsserted(() -> assertThat(rows()).isOne());
    }

    private long rows() {
        return SERVER.bean(JdbcClient.class)
                .sql("select count(*) from ts_row where entity_id = cast(? as uuid)")
                .param(device.id())
                .query(Long.class)
                .single();
    }
}
