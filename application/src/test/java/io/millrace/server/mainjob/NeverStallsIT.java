// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * A message that hangs delays no other message: the others end while it still hangs. The devices of hanging messages
 * continue to publish, so that some of their messages are always running.
 */
final class NeverStallsIT {

    private static final RestServer SERVER = RestServer.running();
    private static final int NEIGHBOURS = 39;
    private static final int READINGS = 10;
    private static final String HANG = "{\"hang\":1}";

    private final TenantId tenant = SERVER.newTenant();
    private final ServiceClient service = SERVER.serviceClient(tenant);

    @Test
    void aDeviceWhoseCallsHangInANodeHoldsBackNoOtherDeviceInThatNode() throws Exception {
        try (SlowServer server = new SlowServer(body -> body.contains("hang"))) {
            String profile =
                    service.createProfile(
                            "Calling", RuleChains.calling(server.url()).save(service));
            // Made before, because the calls hang only until they time out.
            List<ServiceClient.Device> neighbours = neighbours(service, profile);
            try (Flood hanging = flood(service, "Hanging", profile, HANG)) {
                await().until(() -> server.hanging() > 0);

                allDone(publish(neighbours, "{\"reading\":1}"));
                noneFailed(tenant);
                assertThat(server.hanging()).isPositive();
                assertThat(hanging.isConnected()).isTrue();
            }
        }
    }

    @Test
    void aDeviceWhoseScriptsLoopForEverHoldsBackNoOtherDeviceInThatScript() {
        RuleChains chain = new RuleChains("Looping");
        chain.node(
                "filter.TbJsFilterNode",
                "Looping filter",
                "{\"scriptLang\":\"TBEL\",\"jsScript\":\"\",\"tbelScript\":\"while (msg.hang == 1) {} return true;\"}");
        String profile = service.createProfile("Looping", chain.save(service));
        // Made before, because the script hangs only until it is refused to the device.
        List<ServiceClient.Device> neighbours = neighbours(service, profile);
        try (Flood hanging = flood(service, "Hanging", profile, HANG)) {
            await().until(() -> inFlight() > 0);

            allDone(publish(neighbours, "{\"reading\":1}"));
            noneFailed(tenant);
            // While the script is refused to the device, there are moments with none in flight.
            await().until(() -> inFlight() > 0);
            assertThat(hanging.isConnected()).isTrue();
        }
    }

    @Test
    void aNodeThatHangsForEveryMessageHoldsBackNeitherAnotherTenantNorAnotherChain()
            throws Exception {
        try (SlowServer server = new SlowServer()) {
            String hangingProfile =
                    service.createProfile(
                            "Calling", RuleChains.calling(server.url()).save(service));
            List<Flood> floods = new ArrayList<>();
            try {
                for (int i = 0; i < 20; i++) {
                    floods.add(flood(service, "Hanging " + i, hangingProfile, HANG));
                }
                await().until(() -> server.hanging() >= 20);

                List<CompletableFuture<Void>> sameTenant =
                        neighbours(service, "default", "{\"reading\":1}");
                TenantId stranger = SERVER.newTenant();
                ServiceClient other = SERVER.serviceClient(stranger);
                List<CompletableFuture<Void>> otherTenant =
                        neighbours(other, "default", "{\"reading\":1}");

                allDone(sameTenant);
                allDone(otherTenant);
                noneFailed(tenant);
                noneFailed(stranger);
                assertThat(server.hanging()).isPositive();
                assertThat(floods).allMatch(Flood::isConnected);
            } finally {
                floods.forEach(Flood::close);
            }
        }
    }

    @Test
    void aTenantWhoseLookUpsHangHoldsBackNeitherTheLookUpsNorTheWritesOfAnother() {
        DatabaseLookups lookups = SERVER.bean(DatabaseLookups.class);
        JdbcClient database = SERVER.bean(JdbcClient.class);
        List<CompletableFuture<Integer>> hanging =
                Stream.generate(() -> lookups.run(tenant, () -> hang(database))).limit(50).toList();
        try {
            await().until(() -> sleeping(database) > 0);

            TenantId stranger = SERVER.newTenant();
            List<CompletableFuture<Void>> others =
                    neighbours(SERVER.serviceClient(stranger), "default", "{\"reading\":1}");

            allDone(others);
            noneFailed(stranger);
            assertThat(sleeping(database)).isPositive();
        } finally {
            await().until(() -> {
                cancelSleeping(database);
                return hanging.stream().allMatch(CompletableFuture::isDone);
            });
        }
    }

    private static int hang(JdbcClient database) {
        return database.sql("select 1 from pg_sleep(600) as never_stalls")
                .query(Integer.class)
                .single();
    }

    private static long sleeping(JdbcClient database) {
        return database.sql(
                        """
                        select count(*) from pg_stat_activity
                         where query like '%as never\\_stalls' and state = 'active'
                        """)
                .query(Long.class)
                .single();
    }

    private static void cancelSleeping(JdbcClient database) {
        database.sql(
                        """
                        select pg_cancel_backend(pid) from pg_stat_activity
                         where query like '%as never\\_stalls' and state = 'active'
                        """)
                .query(Boolean.class)
                .list();
    }

    @Test
    @Tag("soak")
    void aBurstWithQos0DoesNotDelayAnotherDevicesMessage() {
        String profile = service.createProfile("Slow", slowChain().save(service));
        ServiceClient.Device bursting = service.createDevice("Bursting", profile);
        ServiceClient.Device careful = service.createDevice("Careful", profile);
        int burst = Long.getLong("overload.seconds", 15) > 60 ? 20_000 : 6_000;
        try (Flood flood = new Flood(mqttPort(), bursting.token());
                MqttDevice device = new MqttDevice(mqttPort(), careful.token())) {
            flood.burst("{\"reading\":1}", burst);
            await().until(() -> takenIn() > 100);

            device.publish(MqttDevice.TELEMETRY, "{\"reading\":2}");

            assertThat(takenIn()).isLessThan(burst);
            await().atMost(Duration.ofMinutes(3)).until(() -> takenIn() >= burst + 1);
        }
    }

    /** A script that takes about a millisecond. */
    private static RuleChains slowChain() {
        RuleChains chain = new RuleChains("Slow");
        chain.node(
                "filter.TbJsFilterNode",
                "Slow filter",
                "{\"scriptLang\":\"TBEL\",\"jsScript\":\"\",\"tbelScript\":\"var n = 0; for (var i = 0; i < 500; i++) { n += i; } return n > 0;\"}");
        return chain;
    }

    /** Each publishes its readings one after the other. */
    private static List<CompletableFuture<Void>> neighbours(
            ServiceClient owner, String profile, String reading) {
        return publish(neighbours(owner, profile), reading);
    }

    private static List<ServiceClient.Device> neighbours(ServiceClient owner, String profile) {
        List<ServiceClient.Device> all = new ArrayList<>();
        for (int i = 0; i < NEIGHBOURS; i++) {
            all.add(owner.createDevice(profile + " neighbour " + i, profile));
        }
        return all;
    }

    /** Each device publishes some readings, one after the other. */
    private static List<CompletableFuture<Void>> publish(
            List<ServiceClient.Device> devices, String reading) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (ServiceClient.Device device : devices) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                try (MqttDevice client = new MqttDevice(mqttPort(), device.token())) {
                    for (int n = 0; n < READINGS; n++) {
                        client.publish(MqttDevice.TELEMETRY, reading);
                    }
                    done.complete(null);
                } catch (RuntimeException e) {
                    done.completeExceptionally(e);
                }
            });
            all.add(done);
        }
        return all;
    }

    private static void allDone(List<CompletableFuture<Void>> neighbours) {
        CompletableFuture<Void> all =
                CompletableFuture.allOf(neighbours.toArray(CompletableFuture[]::new));
        await().atMost(Duration.ofMinutes(2)).until(all::isDone);
        all.join();
    }

    /** The messages of the neighbours reached their end: only those of the hanging device may fail. */
    private static void noneFailed(TenantId owner) {
        List<String> failed =
                SERVER.bean(JdbcClient.class)
                        .sql(
                                """
                                select d.name || ': ' || l.error
                                  from dead_letter l join device d on d.id = l.originator_id
                                 where l.tenant_id = :tenant and d.name like '%neighbour%'
                                """)
                        .param("tenant", owner.id())
                        .query(String.class)
                        .list();
        assertThat(failed).isEmpty();
    }

    private static Flood flood(ServiceClient owner, String name, String profile, String reading) {
        Flood flood = new Flood(mqttPort(), owner.createDevice(name, profile).token());
        flood.forever(reading);
        return flood;
    }

    private long inFlight() {
        return sum(ledger().get("inFlight"));
    }

    private long takenIn() {
        return ledger().at("/takenIn/DEVICE").asLong();
    }

    private JsonNode ledger() {
        return service.get("/api/ledger").get("total");
    }

    private static long sum(JsonNode figures) {
        return figures.valueStream().mapToLong(JsonNode::asLong).sum();
    }

    private static int mqttPort() {
        return SERVER.bean(MqttServer.class).port();
    }
}
