// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.peer.Peer;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.runtime.connection.DeviceReplies;
import io.millrace.server.runtime.connection.FakeConnection;
import io.millrace.server.runtime.connection.LocalDownlinks;
import io.millrace.server.runtime.connection.RecordedCall;
import io.millrace.server.runtime.connection.directory.DirectoryOfInstance;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.RpcCall;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * The parts of two instances with one database: their directories, links and inboxes. Requests between them are handed
 * over as the JSON that HTTP carries.
 */
class TwoInstancesIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JsonMapper json = server.bean(JsonMapper.class);
    private final RuleEngine engine = server.bean(RuleEngine.class);

    /** Not that of the service, which is a single instance and removes the rows of all others. */
    private final Transactions transactions =
            new Transactions(TestDatabase.freshDatabase(), new StorageHealth());

    private final Instance a = new Instance("a", "b");
    private final Instance b = new Instance("b", "a");
    private AuthenticatedDevice device;

    private final class Instance implements AutoCloseable {

        final String name;
        final DeviceConnections connections = new DeviceConnections();
        final LocalDownlinks local = new LocalDownlinks(connections);
        final List<String> replies = new CopyOnWriteArrayList<>();
        final PendingCalls pending = new PendingCalls(100, Clock.systemUTC());
        final DirectoryOfInstance directory;
        final PeerLinks links;
        final ClusterDownlinks downlinks;
        final PeerInbox inbox;
        volatile boolean answers = true;

        Instance(String name, String other) {
            this.name = name;
            links =
                    new PeerLinks(
                            () -> List.of(new Peer(other, URI.create("http://unused"))),
                            this::post,
                            json,
                            1 << 20);
            DeviceReplies known =
                    (of, id, reply) ->
                            replies.add(id + " " + new String(reply, StandardCharsets.UTF_8));
            inbox = new PeerInbox(name, connections, local, known, engine, links, pending);
            directory = DirectoryOfInstance.start(transactions, name, engine, connections, inbox);
            downlinks =
                    new ClusterDownlinks(
                            local, directory.directory(), links, pending, Clock.systemUTC());
        }

        private void post(Peer peer, byte[] batch) throws IOException {
            Instance other = peer.name().equals(a.name) ? a : b;
            if (!other.answers) {
                throw new IOException("no answer");
            }
            json.readValue(batch, PeerMessages.class)
                    .messages()
                    .forEach(message -> other.inbox.receive(name, message));
        }

        FakeConnection connect() {
            FakeConnection connection = new FakeConnection(device, connections);
            connections.opened(connection);
            engine.sessionOpened(EngineDevices.of(device), connection.id());
            await().until(() -> directory.lists(device.device(), connection.id()));
            return connection;
        }

        @Override
        public void close() {
            directory.close();
            links.close();
        }
    }

    @BeforeEach
    void addDevice() {
        DeviceId id =
                DeviceId.of(
                        admin.post("/api/device", Map.of("name", "A")).expect(200).text("/id/id"));
        device = server.bean(DeviceDirectory.class).find(List.of(id)).getFirst();
    }

    @AfterEach
    void stop() {
        a.close();
        b.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void changedAttributesReachADeviceOfTheOtherInstance() {
        FakeConnection connection = a.connect();

        b.downlinks.attributesChanged(tenant, device.device(), bytes("{\"a\":1}"));

        await().untilAsserted(() -> assertThat(connection.received).containsExactly("{\"a\":1}"));
    }

    @Test
    void theProgressOfACallReachesItsCaller() {
        FakeConnection connection = a.connect();
        RecordedCall call = RecordedCall.within(LIMIT, false);

        b.downlinks.rpc(tenant, device.device(), call);
        await().until(() -> !connection.calls.isEmpty());
        RpcCall received = connection.calls.getFirst();
        received.delivered();
        received.replied(new byte[] {(byte) '{', (byte) '}'});

        assertThat(received.method()).isEqualTo("setGpio");
        assertThat(received.params()).isEqualTo("{\"pin\":7}");
        assertThat(received.oneWay()).isFalse();
        await().untilAsserted(() ->
                assertThat(call.progress()).containsExactly("sent", "delivered", "replied {}"));
        assertThat(b.pending.count()).isZero();
    }

    @Test
    void aOneWayCallEndsWithItsDelivery() {
        FakeConnection connection = a.connect();
        RecordedCall call = RecordedCall.within(LIMIT, true);

        b.downlinks.rpc(tenant, device.device(), call);
        await().until(() -> !connection.calls.isEmpty());
        connection.calls.getFirst().delivered();

        await().untilAsserted(
                        () -> assertThat(call.progress()).containsExactly("sent", "delivered"));
        assertThat(b.pending.count()).isZero();
    }

    @Test
    void aCallFailsWithTheReasonOfTheConnection() {
        FakeConnection connection = a.connect();
        RecordedCall call = RecordedCall.within(LIMIT, false);

        b.downlinks.rpc(tenant, device.device(), call);
        await().until(() -> !connection.calls.isEmpty());
        connection.calls.getFirst().failed(Delivery.NO_ROOM);

        await().untilAsserted(() ->
                assertThat(call.progress()).containsExactly("sent", "failed NO_ROOM"));
    }

    @Test
    void aCallToADeviceWithoutAConnectionFails() {
        RecordedCall call = RecordedCall.within(LIMIT, false);

        b.downlinks.rpc(tenant, device.device(), call);

        await().untilAsserted(
                        () -> assertThat(call.progress()).containsExactly("failed NOT_CONNECTED"));
    }

    @Test
    void aCallToAnInstanceThatDoesNotAnswerFails() {
        a.connect();
        a.answers = false;
        RecordedCall call = RecordedCall.within(LIMIT, false);

        b.downlinks.rpc(tenant, device.device(), call);

        await().untilAsserted(
                        () -> assertThat(call.progress()).containsExactly("failed NOT_CONNECTED"));
        assertThat(b.pending.count()).isZero();
    }

    @Test
    void aCallWhoseEndIsNotReportedEndsWhenItExpires() {
        FakeConnection connection = a.connect();
        RecordedCall call = RecordedCall.within(Duration.ZERO, false);
        b.downlinks.rpc(tenant, device.device(), call);
        await().until(() -> !connection.calls.isEmpty());
        await().until(() -> call.progress().contains("sent"));

        await().untilAsserted(() -> {
            b.pending.sweep(b.links::isKnown);
            assertThat(call.progress()).containsExactly("sent", "failed NOT_ACKNOWLEDGED");
        });
    }

    @Test
    void aCallToAnInstanceThatLeavesTheClusterFails() {
        FakeConnection connection = a.connect();
        RecordedCall call = RecordedCall.within(LIMIT, false);
        b.downlinks.rpc(tenant, device.device(), call);
        await().until(() -> !connection.calls.isEmpty());

        b.pending.sweep(_ -> false);

        assertThat(call.progress()).contains("failed NOT_CONNECTED");
    }

    @Test
    void anAnswerReachesTheRequestOfADeviceOnTheOtherInstance() {
        FakeConnection connection = a.connect();

        Delivery delivery =
                b.downlinks
                        .rpcReply(device.device(), a.name, connection.id(), 7, bytes("{}"))
                        .toCompletableFuture()
                        .join();
        Delivery ofUnknown =
                b.downlinks
                        .rpcReply(device.device(), a.name, UUID.randomUUID(), 7, bytes("{}"))
                        .toCompletableFuture()
                        .join();

        assertThat(delivery).isEqualTo(Delivery.DELIVERED);
        assertThat(connection.received).containsExactly("7 {}");
        assertThat(ofUnknown).isEqualTo(Delivery.NOT_CONNECTED);
    }

    @Test
    void aReplyOfADeviceIsForwarded() {
        b.downlinks.forward(tenant, device.device(), 5, bytes("ok"));

        await().untilAsserted(() -> assertThat(a.replies).containsExactly("5 ok"));
    }

    @Test
    void bothInstancesKnowWhichDevicesReceiveRpc() {
        a.connect();
        DeviceId other = new DeviceId(UUID.randomUUID());

        for (Instance each : List.of(a, b)) {
            assertThat(
                            each.downlinks
                                    .receivingRpc(Set.of(device.device(), other))
                                    .toCompletableFuture()
                                    .join())
                    .containsExactly(device.device());
        }
    }

    @Test
    void aSessionTakesThePlaceOfTheOldestOneOfAnotherInstanceWithoutADisconnect() {
        FakeConnection older = a.connect();

        FakeConnection newer = b.connect();

        await().untilAsserted(
                        () -> assertThat(older.closed).containsExactly(CloseCause.TAKEN_OVER));
        engine.sessionClosed(EngineDevices.of(device), older.id());
        assertThat(newer.closed).isEmpty();
        await().until(() -> !a.directory.lists(device.device(), older.id()));
        engine.sessionClosed(EngineDevices.of(device), newer.id());
        await().untilAsserted(() ->
                assertThat(server.bean(SubmittedMessages.class).of(tenant))
                        .filteredOn(
                                message -> message.originator().equals(device.device().entity()))
                        .extracting(RuleMessage::type)
                        .filteredOn(type -> !type.equals("ENTITY_CREATED"))
                        .containsExactly("CONNECT_EVENT", "CONNECT_EVENT", "DISCONNECT_EVENT"));
    }
}
