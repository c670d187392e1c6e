// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Payload;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.Request;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.server.MovedClock;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.RpcCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OpenRequestsTest {

    private static final long SOON = 10_000;

    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final DeviceId device = new DeviceId(TimeOrderedUuid.next());
    private final ScriptedDownlinks downlinks = new ScriptedDownlinks();
    private final MovedClock clock = new MovedClock(Instant.ofEpochMilli(1_763_650_000_000L));
    private final RpcRoom room = new RpcRoom(8_000);
    private final OpenRequests open = new OpenRequests(downlinks, room, clock);

    private CompletableFuture<Outcome> send(boolean oneWay) {
        return open.send(request(oneWay, clock.millis() + SOON)).toCompletableFuture();
    }

    private Request request(boolean oneWay, long expiresAt) {
        return new Request(
                TimeOrderedUuid.next(), tenant, device, "m", "1", oneWay, expiresAt, null, null, 0);
    }

    private RpcCall lastCall() {
        return downlinks.calls.getLast();
    }

    private static RpcError error(CompletableFuture<Outcome> outcome) {
        assertThat(outcome).isCompleted();
        assertThat(outcome.join()).isInstanceOf(Failed.class);
        return ((Failed) outcome.join()).error();
    }

    private void assertNothingIsLeft() {
        assertThat(open.size()).isZero();
        assertThat(open.devicesOffline()).isZero();
        assertThat(room.used()).isZero();
    }

    @Test
    void aReplyEndsARequest() {
        CompletableFuture<Outcome> outcome = send(false);
        lastCall().delivered();
        assertThat(outcome).isNotDone();

        lastCall().replied("{}".getBytes(StandardCharsets.UTF_8));

        assertThat(outcome.join()).isEqualTo(new Answered(Payload.ofText("{}")));
        assertNothingIsLeft();
    }

    @Test
    void theDeliveryEndsAOneWayRequest() {
        CompletableFuture<Outcome> outcome = send(true);

        lastCall().delivered();

        assertThat(outcome.join()).isEqualTo(new Answered(Payload.ofText("")));
        assertNothingIsLeft();
    }

    @Test
    void aRequestWithoutAConnectionWaitsUntilTheDeviceSubscribesHere() {
        CompletableFuture<Outcome> outcome = send(false);
        lastCall().failed(Delivery.NOT_CONNECTED);
        assertThat(open.devicesOffline()).isOne();

        open.subscribed(new FakeDevice(tenant, device), Downlink.ATTRIBUTES);
        assertThat(downlinks.calls).hasSize(1);
        open.subscribed(new FakeDevice(tenant, device), Downlink.RPC);

        assertThat(downlinks.calls).hasSize(2);
        lastCall().replied("1".getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isCompleted();
        assertNothingIsLeft();
    }

    @Test
    void aRequestWithoutAConnectionIsSentWhenTheDeviceSubscribesElsewhere() {
        send(false);
        lastCall().failed(Delivery.NOT_CONNECTED);

        open.sendToSubscribed();
        assertThat(downlinks.calls).hasSize(1);
        downlinks.receiving.add(device);
        open.sendToSubscribed();

        assertThat(downlinks.calls).hasSize(2);
    }

    @Test
    void requestsThatWaitAreSentInTheirOrder() {
        for (int i = 0; i < 3; i++) {
            send(false);
            lastCall().failed(Delivery.NOT_CONNECTED);
        }
        downlinks.calls.clear();

        open.subscribed(new FakeDevice(tenant, device), Downlink.RPC);

        assertThat(downlinks.calls).hasSize(3);
        assertThat(downlinks.calls).extracting(RpcCall::expiresAt).isSorted();
    }

    @Test
    void aRequestThatWasNeverSentExpiresWithoutAConnection() {
        CompletableFuture<Outcome> outcome = send(false);
        lastCall().failed(Delivery.NOT_CONNECTED);

        clock.pass(Duration.ofMillis(SOON - 1));
        open.expire();
        assertThat(outcome).isNotDone();
        clock.pass(Duration.ofMillis(1));
        open.expire();

        assertThat(error(outcome)).isEqualTo(RpcError.NO_ACTIVE_CONNECTION);
        assertNothingIsLeft();
    }

    @Test
    void aRequestThatWasSentTimesOut() {
        CompletableFuture<Outcome> outcome = send(false);
        lastCall().sent();

        clock.pass(Duration.ofMillis(SOON));
        open.expire();

        assertThat(error(outcome)).isEqualTo(RpcError.TIMEOUT);
        assertNothingIsLeft();
    }

    @Test
    void aRequestThatTheDeviceHasIsNotSentAgainWhenItsConnectionEnds() {
        CompletableFuture<Outcome> outcome = send(false);
        lastCall().delivered();
        lastCall().failed(Delivery.NOT_CONNECTED);

        open.subscribed(new FakeDevice(tenant, device), Downlink.RPC);

        assertThat(downlinks.calls).hasSize(1);
        clock.pass(Duration.ofMillis(SOON));
        open.expire();
        assertThat(error(outcome)).isEqualTo(RpcError.TIMEOUT);
    }

    @Test
    void aRequestThatWasNotAcknowledgedIsSentAgainWhenItsConnectionEnds() {
        send(false);
        lastCall().sent();
        lastCall().failed(Delivery.NOT_CONNECTED);

        open.subscribed(new FakeDevice(tenant, device), Downlink.RPC);

        assertThat(downlinks.calls).hasSize(2);
    }

    @Test
    void aConnectionWithoutRoomFailsTheRequestAtOnce() {
        CompletableFuture<Outcome> outcome = send(false);

        lastCall().failed(Delivery.NO_ROOM);

        assertThat(error(outcome)).isEqualTo(RpcError.INTERNAL);
        assertNothingIsLeft();
    }

    @Test
    void aTenantThatHasUsedItsShareIsRefusedAndOthersAreNot() {
        // A quarter of 8,000 bytes has room for three requests of a little more than 600.
        for (int i = 0; i < 3; i++) {
            assertThat(send(false)).isNotDone();
        }

        assertThat(error(send(false))).isEqualTo(RpcError.INTERNAL);
        assertThat(room.take(new TenantId(TimeOrderedUuid.next()), 1_000)).isTrue();
        lastCall().replied("1".getBytes(StandardCharsets.UTF_8));
        assertThat(send(false)).isNotDone();
    }

    @Test
    void requestsEndByThemselvesAfterTheirTimeHoweverLateTheyCome() {
        OpenRequests running = new OpenRequests(downlinks, room, clock);
        running.start();
        try {
            for (int i = 0; i < 2; i++) {
                CompletableFuture<Outcome> outcome =
                        running.send(request(false, clock.millis() + 20)).toCompletableFuture();
                lastCall().delivered();
                clock.pass(Duration.ofMillis(20));

                assertThat(outcome).succeedsWithin(Duration.ofSeconds(30));
                assertThat(error(outcome)).isEqualTo(RpcError.TIMEOUT);
                await().until(() -> running.size() == 0);
            }
        } finally {
            running.stop();
        }
    }
}
