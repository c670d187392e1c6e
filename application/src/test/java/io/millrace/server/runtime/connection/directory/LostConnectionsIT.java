// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.peer.InstanceRun;
import io.millrace.server.platform.peer.Peers;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.runtime.connection.FakeConnection;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.LastWill;
import io.millrace.transport.device.LastWill.Kind;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Connections that were lost with a process. A single instance that starts considers every other process gone; instances of
 * a cluster are looked at by the parts of one more instance, which no task runs.
 */
class LostConnectionsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JdbcClient jdbc = server.bean(JdbcClient.class);
    private final DeviceConnections connections = server.bean(DeviceConnections.class);
    private final AuthenticatedDevice device = newDevice("A");
    private final LostConnections started = startedInstance();

    /** As the running service looks after its start. */
    private LostConnections startedInstance() {
        EndedRuns.Self self =
                new EndedRuns.Self(
                        server.bean(InstanceSettings.class).instanceId(),
                        server.bean(InstanceRun.class).id(),
                        true);
        return new LostConnections(
                server.bean(Transactions.class),
                server.bean(OwnConnections.class),
                server.bean(DeviceDirectory.class),
                server.bean(RuleEngine.class),
                server.bean(LostWills.class),
                new EndedRuns(self, System::nanoTime));
    }

    private AuthenticatedDevice newDevice(String name) {
        DeviceId id =
                DeviceId.of(
                        admin.post("/api/device", Map.of("name", name)).expect(200).text("/id/id"));
        return server.bean(DeviceDirectory.class).find(List.of(id)).getFirst();
    }

    private void addRow(AuthenticatedDevice of, String instance, UUID run, boolean isSession) {
        addRow(of, instance, run, isSession, null);
    }

    private void addRowWithWill(AuthenticatedDevice of, LastWill will) {
        addRow(of, "other", UUID.randomUUID(), true, will);
    }

    private void addRow(
            AuthenticatedDevice of,
            String instance,
            UUID run,
            boolean isSession,
            @Nullable LastWill will) {
        jdbc.sql(
                        """
                        insert into device_connection
                            (id, tenant_id, device_id, instance_id, run, transport, description, is_session,
                             receives_attributes, receives_rpc, connected_at, written_at, will_kind, will_payload, will_delay_seconds)
                        values (?, ?, ?, ?, ?, 'MQTT', 'MQTT c', ?, true, true, ?, now() - interval '1 minute', ?, ?, ?)
                        """)
                .params(
                        UUID.randomUUID(),
                        tenant.id(),
                        of.device().id(),
                        instance,
                        run,
                        isSession,
                        System.currentTimeMillis() - 60_000)
                .param(will == null ? null : will.kind().name())
                .param(will == null ? null : will.payload())
                .param(will == null ? null : will.delay().toSeconds())
                .update();
    }

    private long rows(AuthenticatedDevice of) {
        return jdbc.sql("select count(*) from device_connection where device_id = ?")
                .param(of.device().id())
                .query(Long.class)
                .single();
    }

    private List<String> events(AuthenticatedDevice of) {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.originator().equals(of.device().entity()))
                .map(RuleMessage::type)
                .filter(type -> type.endsWith("CONNECT_EVENT") || type.startsWith("POST_"))
                .toList();
    }

    /** Looks, until the device has that many rows. */
    private void lookUntil(int rows, AuthenticatedDevice of) {
        await().until(() -> {
            started.look();
            return rows(of) == rows;
        });
    }

    private void awaitNoRows(AuthenticatedDevice of) {
        await().until(() -> rows(of) == 0);
    }

    @Test
    void aSessionOfAFormerProcessIsOneDisconnectOfItsDevice() {
        String self = server.bean(InstanceSettings.class).instanceId();
        UUID former = UUID.randomUUID();
        addRow(device, self, former, true);
        addRow(device, self, former, true);

        lookUntil(0, device);

        assertThat(events(device)).containsExactly("DISCONNECT_EVENT");
        assertThat(
                        admin.get(
                                        "/api/plugins/telemetry/DEVICE/%s/values/attributes/SERVER_SCOPE?keys=lastDisconnectTime"
                                                .formatted(device.device()))
                                .expect(200)
                                .json()
                                .size())
                .isEqualTo(1);
    }

    private static LastWill will(LastWill.Kind kind, String payload, Duration delay) {
        return new LastWill(kind, payload.getBytes(StandardCharsets.UTF_8), delay);
    }

    @Test
    void theWillOfALostConnectionIsPublishedBeforeTheDisconnect() {
        addRowWithWill(device, will(Kind.TELEMETRY, "{\"online\":false}", Duration.ZERO));

        lookUntil(0, device);

        assertThat(events(device)).containsExactly("POST_TELEMETRY_REQUEST", "DISCONNECT_EVENT");
        // The message of the will is safe, which it may be before it is stored.
        await().untilAsserted(() ->
                assertThat(
                                admin.get(
                                                "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=online"
                                                        .formatted(device.device()))
                                        .expect(200)
                                        .text("/online/0/value"))
                        .isEqualTo("false"));
    }

    @Test
    void aWillWithADelayIsPublishedAfterTheDisconnect() {
        addRowWithWill(device, will(Kind.ATTRIBUTES, "{\"online\":false}", Duration.ofSeconds(1)));

        lookUntil(0, device);

        assertThat(events(device)).containsExactly("DISCONNECT_EVENT", "POST_ATTRIBUTES_REQUEST");
    }

    @Test
    void aMalformedWillIsAnEventOfTheDevice() {
        addRowWithWill(device, will(Kind.TELEMETRY, "no json", Duration.ZERO));

        lookUntil(0, device);

        assertThat(events(device)).containsExactly("DISCONNECT_EVENT");
        await().untilAsserted(() ->
                assertThat(
                                admin.get(
                                                "/api/device/%s/events?pageSize=10&page=0"
                                                        .formatted(device.device()))
                                        .expect(200)
                                        .body())
                        .contains("PUBLISH_REFUSED", "will: telemetry"));
    }

    @Test
    void theWillOfADeviceThatIsConnectedByNowIsDiscarded() {
        FakeConnection connection = new FakeConnection(device, connections);
        connections.opened(connection);
        await().until(() -> rows(device) == 1);
        addRowWithWill(device, will(Kind.TELEMETRY, "{\"online\":false}", Duration.ZERO));

        lookUntil(1, device);

        connections.closed(connection, "the test ends");
        awaitNoRows(device);
        await().untilAsserted(() ->
                assertThat(events(device)).containsExactly("CONNECT_EVENT", "DISCONNECT_EVENT"));
    }

    @Test
    void theRowOfAConnectionHasItsWill() {
        FakeConnection connection = new FakeConnection(device, connections);
        connection.lastWill = will(Kind.ATTRIBUTES, "{\"online\":false}", Duration.ofSeconds(7));
        connections.opened(connection);
        await().until(() -> rows(device) == 1);

        assertThat(
                        jdbc.sql(
                                        """
                                        select will_kind, convert_from(will_payload, 'UTF8') as payload, will_delay_seconds
                                          from device_connection where id = ?
                                        """)
                                .param(connection.id())
                                .query()
                                .singleRow())
                .containsEntry("will_kind", "ATTRIBUTES")
                .containsEntry("payload", "{\"online\":false}")
                .containsEntry("will_delay_seconds", 7L);

        connections.closed(connection, "the test ends");
        awaitNoRows(device);
    }

    @Test
    void aRequestThatWaitedForDataIsNoDisconnect() {
        addRow(device, "other", UUID.randomUUID(), false);

        lookUntil(0, device);

        assertThat(events(device)).isEmpty();
    }

    @Test
    void aDeviceThatIsConnectedByNowIsNotDisconnected() {
        FakeConnection connection = new FakeConnection(device, connections);
        connections.opened(connection);
        await().until(() -> rows(device) == 1);
        addRow(device, "other", UUID.randomUUID(), true);

        lookUntil(1, device);
        await().untilAsserted(() -> assertThat(events(device)).containsExactly("CONNECT_EVENT"));

        connections.closed(connection, "the test ends");
        awaitNoRows(device);
        await().untilAsserted(() ->
                assertThat(events(device)).containsExactly("CONNECT_EVENT", "DISCONNECT_EVENT"));
    }

    @Test
    void deletingADeviceRemovesItsRows() {
        FakeConnection connection = new FakeConnection(device, connections);
        connections.opened(connection);
        await().until(() -> rows(device) == 1);

        admin.delete("/api/device/" + device.device()).expect(200);

        awaitNoRows(device);
        assertThat(connection.closed).isNotEmpty();
    }

    @Test
    void rowsOfADeviceThatNoLongerExistsAreRemoved() {
        admin.delete("/api/device/" + device.device()).expect(200);
        addRow(device, "other", UUID.randomUUID(), true);

        lookUntil(0, device);

        assertThat(events(device)).isEmpty();
    }

    @Test
    void aSingleInstanceLooksUntilNothingIsLeft() throws SQLException, InterruptedException {
        addRow(device, "other", UUID.randomUUID(), true);
        lookUntil(0, device);
        started.look();

        addRow(device, "other", UUID.randomUUID(), true);
        started.look();
        assertThat(rows(device)).isEqualTo(1);

        startedInstance().look();
        assertThat(rows(device)).isZero();
    }

    @Test
    void anInstanceOfAClusterIsGoneWhenItsRowIsOldAndTheOthersHadTimeToWriteTheirs()
            throws SQLException, InterruptedException {
        Rows rows = new Rows();
        AtomicLong nanos = new AtomicLong();
        LostConnections look = rows.lookOf(nanos);
        rows.add("alive", rows.alive);
        rows.add("gone", rows.gone);

        look.look();
        assertThat(rows.instances()).containsExactlyInAnyOrder("alive", "gone");

        for (int i = 0; i < 3; i++) {
            nanos.addAndGet(Peers.GONE_AFTER.toNanos() / 3);
            look.look();
        }
        assertThat(rows.instances()).containsExactly("alive");
    }

    @Test
    void afterAnOutageTheOthersGetTheTimeToWriteTheirRows()
            throws SQLException, InterruptedException {
        Rows rows = new Rows();
        AtomicLong nanos = new AtomicLong();
        LostConnections look = rows.lookOf(nanos);
        look.look();
        nanos.addAndGet(Peers.GONE_AFTER.toNanos());
        rows.add("gone", rows.gone);

        look.look();

        assertThat(rows.instances()).containsExactly("gone");
    }

    @Test
    void sessionsWhoseRowsAnotherInstanceRemovedAreListedAgain()
            throws SQLException, InterruptedException {
        Rows rows = new Rows();
        AtomicLong nanos = new AtomicLong();
        LostConnections look = rows.lookOf(nanos);
        look.look();
        FakeConnection connection = new FakeConnection(device, rows.connections);
        rows.connections.opened(connection);
        await().until(() -> rows.instances().contains("self"));
        rows.deleteAll();

        nanos.addAndGet(Peers.GONE_AFTER.toNanos());
        look.look();

        assertThat(rows.instances()).containsExactly("self");
        await().untilAsserted(() -> assertThat(events(device)).containsExactly("CONNECT_EVENT"));
        server.bean(RuleEngine.class).sessionClosed(EngineDevices.of(device), connection.id());
    }

    /** The tables of a cluster in a database of their own. */
    private final class Rows {

        final UUID alive = UUID.randomUUID();
        final UUID gone = UUID.randomUUID();
        final UUID self = UUID.randomUUID();
        final DeviceConnections connections = new DeviceConnections();
        final DataSource database = TestDatabase.freshDatabase();
        final JdbcClient sql = JdbcClient.create(database);
        final Transactions transactions = new Transactions(database, new StorageHealth());

        Rows() {
            sql.sql(
                            """
                            insert into instance (instance_id, run, url, seen_at)
                            values ('alive', ?, 'http://x', now() + interval '1 day'),
                                   ('gone', ?, 'http://x', now() - interval '1 hour')
                            """)
                    .params(alive, gone)
                    .update();
        }

        LostConnections lookOf(AtomicLong nanos) {
            ConnectionDirectory directory = new ConnectionDirectory(transactions, "self", self);
            OwnConnections own =
                    new OwnConnections(
                            directory,
                            server.bean(RuleEngine.class),
                            Clock.systemUTC(),
                            true,
                            _ -> {});
            connections.listen(own);
            return new LostConnections(
                    transactions,
                    own,
                    server.bean(DeviceDirectory.class),
                    server.bean(RuleEngine.class),
                    server.bean(LostWills.class),
                    new EndedRuns(new EndedRuns.Self("self", self, false), nanos::get));
        }

        void add(String instance, UUID run) {
            sql.sql(
                            """
                            insert into device_connection
                                (id, tenant_id, device_id, instance_id, run, transport, description, is_session,
                                 receives_attributes, receives_rpc, connected_at, written_at)
                            values (?, ?, ?, ?, ?, 'MQTT', 'MQTT c', false, true, true, 0, now() - interval '1 minute')
                            """)
                    .params(UUID.randomUUID(), tenant.id(), device.device().id(), instance, run)
                    .update();
        }

        List<String> instances() {
            return sql.sql("select instance_id from device_connection")
                    .query((row, _) -> row.getString(1))
                    .list();
        }

        void deleteAll() {
            sql.sql("delete from device_connection").update();
        }
    }
}
