// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.Persistence;
import io.millrace.rule.store.DeviceRpc.Request;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.server.MovedClock;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.RpcSettings;
import io.millrace.server.web.api.IdJson;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Two instances over one database, with a clock that tests move. */
class PersistentRequestsIT {

    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final RpcSettings SETTINGS =
            new RpcSettings(Duration.ZERO, Duration.ofSeconds(10), 3, Duration.ofDays(1));

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final RpcTable table = new RpcTable(jdbc);
    private final MovedClock clock = new MovedClock(Instant.ofEpochMilli(1_763_650_000_000L));
    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final DeviceId device = new DeviceId(TimeOrderedUuid.next());
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Instance one = new Instance();
    private final Instance two = new Instance();

    private final class Instance {

        final ScriptedDownlinks downlinks = new ScriptedDownlinks();
        final RpcStorage storage =
                new RpcStorage(
                        new Transactions(database, new StorageHealth()),
                        CommitLimits.DEFAULT,
                        SETTINGS.perDevice());
        final PersistentRequests requests =
                new PersistentRequests(
                        storage,
                        downlinks,
                        new RpcEvents(
                                PersistentRequestsIT.this::submit,
                                JsonMapper.builder().addModule(new IdJson()).build(),
                                clock,
                                new SimpleMeterRegistry().counter("refused")),
                        SETTINGS,
                        clock);

        /** Sees to what is due now, as the service does every second. */
        void seeToDue() {
            table.claimDue(clock.millis(), clock.millis() + 30_000, 100).forEach(requests::due);
        }

        /** Sends what waits for the device, as when it subscribes. */
        void subscribed() {
            requests.sendWaiting(table.waiting(List.of(device), 100));
        }

        RpcCall awaitCall(int number) {
            await().until(() -> downlinks.calls.size() >= number);
            return downlinks.calls.get(number - 1);
        }
    }

    private CompletionStage<Void> submit(RuleMessage message) {
        told.add(message.type());
        return CompletableFuture.completedStage(null);
    }

    @BeforeEach
    void addDevice() {
        UUID profile = TimeOrderedUuid.next();
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, 'T', id from tenant_profile
                        """)
                .param(tenant.id())
                .update();
        jdbc.sql(
                        """
                        insert into device_profile (id, created_time, tenant_id, name, profile_data)
                        values (?, 0, ?, 'P', '{}')
                        """)
                .params(profile, tenant.id())
                .update();
        jdbc.sql(
                        """
                        insert into device (id, created_time, tenant_id, device_profile_id, name)
                        values (?, 0, ?, ?, 'D')
                        """)
                .params(device.id(), tenant.id(), profile)
                .update();
    }

    @AfterEach
    void close() {
        one.storage.close();
        two.storage.close();
    }

    private Request request(UUID id, DeviceId to) {
        return new Request(
                id,
                tenant,
                to,
                "m",
                "{}",
                false,
                clock.millis() + HOUR,
                new Persistence(1, null),
                null,
                0);
    }

    private Outcome add(Request request) throws Exception {
        return one.requests
                .add(request, new Persistence(1, null))
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private UUID added() throws Exception {
        UUID id = TimeOrderedUuid.next();
        assertThat(add(request(id, device))).isInstanceOf(Answered.class);
        return id;
    }

    private void awaitStatus(UUID id, RpcStatus status) {
        await().untilAsserted(() ->
                assertThat(table.find(tenant, id).orElseThrow().status()).isEqualTo(status));
    }

    private void awaitUnclaimed(UUID id) {
        await().until(() ->
                !jdbc.sql("select claimed from rpc where id = ?")
                        .param(id)
                        .query(Boolean.class)
                        .single());
    }

    @Test
    void twoInstancesNeverSendARequestAtOnce() throws Exception {
        UUID id = added();
        one.awaitCall(1).failed(Delivery.NOT_CONNECTED);
        awaitUnclaimed(id);
        List<UUID> waiting = table.waiting(List.of(device), 100);
        assertThat(waiting).containsExactly(id);

        one.requests.sendWaiting(waiting);
        two.requests.sendWaiting(waiting);

        await().until(() -> one.downlinks.calls.size() - 1 + two.downlinks.calls.size() == 1);
        await().during(Duration.ofMillis(300))
                .until(() -> one.downlinks.calls.size() - 1 + two.downlinks.calls.size() == 1);
    }

    @Test
    void anInstanceThatEndsAfterItHasSentARequestLeavesItToAnother() throws Exception {
        UUID id = added();
        one.awaitCall(1).sent();
        awaitStatus(id, RpcStatus.SENT);
        await().until(() -> told.contains("RPC_SENT"));

        clock.pass(Duration.ofMillis(9_999));
        two.seeToDue();
        assertThat(table.find(tenant, id).orElseThrow().status()).isEqualTo(RpcStatus.SENT);
        clock.pass(Duration.ofMillis(1));
        two.seeToDue();

        RpcCall again = two.awaitCall(1);
        assertThat(told).containsExactly("RPC_QUEUED", "RPC_SENT", "RPC_TIMEOUT");
        again.sent();
        again.delivered();
        again.replied("7".getBytes(StandardCharsets.UTF_8));
        awaitStatus(id, RpcStatus.SUCCESSFUL);
    }

    @Test
    void anInstanceThatEndsBeforeItHasSentARequestLeavesItToAnother() throws Exception {
        added();
        one.awaitCall(1);

        clock.pass(Duration.ofMillis(15_000));
        two.seeToDue();

        two.awaitCall(1);
        assertThat(told).containsExactly("RPC_QUEUED");
    }

    @Test
    void aRequestThatTheDeviceHasExpiresWithoutAReply() throws Exception {
        UUID id = added();
        one.awaitCall(1).sent();
        one.awaitCall(1).delivered();
        awaitStatus(id, RpcStatus.DELIVERED);

        clock.pass(Duration.ofMillis(HOUR));
        two.seeToDue();

        awaitStatus(id, RpcStatus.EXPIRED);
        one.awaitCall(1).replied("7".getBytes(StandardCharsets.UTF_8));
        await().during(Duration.ofMillis(300))
                .until(() -> table.find(tenant, id).orElseThrow().status() == RpcStatus.EXPIRED);
    }

    @Test
    void aReplyToAnEarlierAttemptCounts() throws Exception {
        UUID id = added();
        one.awaitCall(1).sent();
        awaitStatus(id, RpcStatus.SENT);
        clock.pass(Duration.ofMillis(10_000));
        two.seeToDue();
        two.awaitCall(1).sent();

        one.awaitCall(1).replied("7".getBytes(StandardCharsets.UTF_8));

        awaitStatus(id, RpcStatus.SUCCESSFUL);
    }

    @Test
    void aConnectionThatEndsBeforeTheAcknowledgementCountsAsATimeOut() throws Exception {
        UUID id = added();
        one.awaitCall(1).sent();
        one.awaitCall(1).failed(Delivery.NOT_CONNECTED);
        one.awaitCall(2).failed(Delivery.NOT_CONNECTED);
        awaitStatus(id, RpcStatus.TIMEOUT);
        awaitUnclaimed(id);

        two.subscribed();

        two.awaitCall(1).delivered();
        awaitStatus(id, RpcStatus.DELIVERED);
    }

    @Test
    void aConnectionWithoutRoomGetsTheRequestAgainLater() throws Exception {
        UUID id = added();
        one.awaitCall(1).failed(Delivery.NO_ROOM);
        awaitUnclaimed(id);

        clock.pass(Duration.ofMillis(5_000));
        one.seeToDue();

        one.awaitCall(2);
        assertThat(told).containsExactly("RPC_QUEUED");
    }

    @Test
    void aDeviceThatSubscribesDuringAnAttemptGetsTheRequest() throws Exception {
        UUID id = added();
        one.downlinks.receiving.add(device);
        one.awaitCall(1).failed(Delivery.NOT_CONNECTED);
        awaitUnclaimed(id);

        await().until(() -> {
            clock.pass(Duration.ofMillis(1_000));
            two.seeToDue();
            return !two.downlinks.calls.isEmpty();
        });
    }

    @Test
    void aRepeatedDeliveryStoresARequestOnce() throws Exception {
        Request request = request(TimeOrderedUuid.next(), device);

        assertThat(add(request)).isEqualTo(add(request));
        assertThat(told).containsExactly("RPC_QUEUED");
    }

    @Test
    void refusesMoreRequestsThanADeviceMayHave() throws Exception {
        UUID first = added();
        added();
        added();

        assertThat(add(request(TimeOrderedUuid.next(), device)))
                .isEqualTo(
                        new Failed(
                                RpcError.FORBIDDEN,
                                "The device has 3 persistent requests that have not ended; delete some, or try again later"));
        table.delete(tenant, first);
        added();
    }

    @Test
    void refusesADeviceThatDoesNotExist() throws Exception {
        assertThat(add(request(TimeOrderedUuid.next(), new DeviceId(TimeOrderedUuid.next()))))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.error()).isEqualTo(RpcError.NOT_FOUND));
    }

    @Test
    void erasesEndedRequestsAfterTheirTimeAndTheOldestBeyondTheBound() throws Exception {
        UUID oldest = added();
        for (int i = 1; i <= 4; i++) {
            one.awaitCall(i).delivered();
            one.awaitCall(i).replied("1".getBytes(StandardCharsets.UTF_8));
            UUID last = i == 1 ? oldest : null;
            if (last != null) {
                awaitStatus(last, RpcStatus.SUCCESSFUL);
            }
            clock.pass(Duration.ofMillis(1));
            awaitStatus(added(), RpcStatus.QUEUED);
        }

        await().until(() -> ended() <= 4);
        added();
        assertThat(ended()).isEqualTo(3);
        assertThat(table.find(tenant, oldest)).isEmpty();
        clock.pass(Duration.ofDays(1));
        assertThat(table.erase(clock.millis(), 100)).isEqualTo(3);
    }

    private int ended() {
        return jdbc.sql("select count(*) from rpc where ended").query(Integer.class).single();
    }
}
