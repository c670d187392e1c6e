// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.server.runtime.connection.FakeConnection;
import io.millrace.server.runtime.httpdevice.WaitingRequest.Kind;
import io.millrace.server.runtime.httpdevice.WaitingRequest.Message;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.TransportOptions;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class WaitingRequestsTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final DeviceConnections connections = new DeviceConnections();
    private final WaitingRequests requests = new WaitingRequests(connections, 3, 2);
    private final AuthenticatedDevice device = device();

    private static AuthenticatedDevice device() {
        return new AuthenticatedDevice(
                new TenantId(new UUID(1, 1)),
                new DeviceId(UUID.randomUUID()),
                "A",
                "default",
                null,
                new DeviceProfileId(new UUID(3, 3)),
                null,
                null,
                TransportOptions.DEFAULT);
    }

    @BeforeEach
    void start() {
        requests.start();
    }

    private WaitingRequest open(AuthenticatedDevice of) {
        return requests.open(of, Kind.ATTRIBUTES, "HTTP 10.0.0.7:1");
    }

    private void assertRefused(AuthenticatedDevice of, HttpStatus status) {
        assertThatThrownBy(() -> open(of))
                .isInstanceOfSatisfying(
                        DeviceApiException.class,
                        refusal -> {
                            assertThat(refusal.status()).isEqualTo(status);
                            assertThat(refusal.retryAfter()).isPositive();
                        });
    }

    @Test
    void allRequestsEndWhenTheServiceStopsAndNoneBegins() throws InterruptedException {
        WaitingRequest request = open(device);

        requests.stop();

        assertThat(request.await(LIMIT)).isInstanceOf(Message.Stopping.class);
        assertRefused(device, HttpStatus.SERVICE_UNAVAILABLE);
    }

    @Test
    void theRequestsOfADeviceAndOfAllAreBounded() {
        WaitingRequest first = open(device);
        open(device);
        assertRefused(device, HttpStatus.TOO_MANY_REQUESTS);
        open(device());
        assertRefused(device(), HttpStatus.SERVICE_UNAVAILABLE);

        requests.close(first);

        open(device());
        assertThat(requests.count()).isEqualTo(3);
    }

    @Test
    void aRequestTakesOneMessage() throws InterruptedException {
        WaitingRequest request = open(device);

        request.attributes(new byte[] {1});
        Delivery second = request.attributes(new byte[] {2}).toCompletableFuture().join();

        assertThat(second).isEqualTo(Delivery.NOT_CONNECTED);
        assertThat(request.await(LIMIT))
                .isInstanceOfSatisfying(
                        Message.Document.class,
                        document -> assertThat(document.json().bytes()).containsExactly(1));
    }

    @Test
    void aRequestIsNoSessionAndClosesNone() {
        FakeConnection session = new FakeConnection(device, connections);
        connections.opened(session);

        open(device);
        open(device);

        assertThat(session.closed).isEmpty();
        assertThat(connections.of(device.device())).hasSize(3);
    }
}
