// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionResponse;
import io.millrace.transport.device.RefusedRequestException;
import io.millrace.transport.device.TransportOptions;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.node.JsonNodeFactory;

/** Claims and provisioning, which the service answers by its {@link DeviceRequests}. */
class TransportRequestsTest {

    private static final AuthenticatedDevice DEVICE =
            new AuthenticatedDevice(
                    new TenantId(new UUID(1, 1)),
                    new DeviceId(new UUID(2, 2)),
                    "A",
                    "default",
                    null,
                    new DeviceProfileId(new UUID(3, 3)),
                    null,
                    null,
                    TransportOptions.DEFAULT);

    private final List<ClaimRequest> claims = new ArrayList<>();
    private final TransportRequests requests = new TransportRequests(new FakeRequests());

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aClaimIsPassedOn() throws InterruptedException {
        ClaimRequest claim = ClaimRequest.of(bytes("{\"secretKey\":\"s\",\"durationMs\":5}"));

        requests.claim(DEVICE, claim);

        assertThat(claims).containsExactly(claim);
    }

    @Test
    void aRefusedClaimSaysWhy() {
        ClaimRequest refused = ClaimRequest.of(bytes("{\"secretKey\":\"refused\"}"));

        assertThatThrownBy(() -> requests.claim(DEVICE, refused))
                .hasMessage("the device has an owner")
                .isInstanceOfSatisfying(
                        DeviceApiException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(HttpStatus.BAD_REQUEST));
    }

    @Test
    void aClaimThatCannotBeStoredNowMayBeRepeated() {
        ClaimRequest broken = ClaimRequest.of(bytes("{\"secretKey\":\"broken\"}"));

        assertThatThrownBy(() -> requests.claim(DEVICE, broken))
                .isInstanceOfSatisfying(
                        DeviceApiException.class,
                        refusal -> {
                            assertThat(refusal.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
                            assertThat(refusal.retryAfter()).isPositive();
                        });
    }

    @Test
    void provisioningAnswersInThingsBoardsFormat() throws InterruptedException {
        byte[] answer =
                requests.provision(
                        ProvisionRequest.of(
                                bytes(
                                        "{\"provisionDeviceKey\":\"k\",\"provisionDeviceSecret\":\"s\"}")),
                        new InetSocketAddress("10.0.0.7", 4711));

        assertThat(new String(answer, StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"credentialsType\":\"ACCESS_TOKEN\",\"credentialsValue\":\"t\",\"status\":\"SUCCESS\"}");
    }

    private final class FakeRequests implements DeviceRequests {

        @Override
        public CompletionStage<AttributeValues> attributes(
                AuthenticatedDevice device, AttributeRequest request) {
            throw new AssertionError("no attributes are asked for");
        }

        @Override
        public CompletionStage<Void> claim(AuthenticatedDevice device, ClaimRequest request) {
            claims.add(request);
            return switch (request.secretKey()) {
                case "refused" ->
                        CompletableFuture.failedStage(
                                new RefusedRequestException("the device has an owner"));
                case "broken" ->
                        CompletableFuture.failedStage(new IllegalStateException("no database"));
                default -> CompletableFuture.completedStage(null);
            };
        }

        @Override
        public CompletionStage<ProvisionResponse> provision(
                ProvisionRequest request, SocketAddress client) {
            return CompletableFuture.completedStage(
                    new ProvisionResponse.Provisioned(
                            "ACCESS_TOKEN", JsonNodeFactory.instance.stringNode("t")));
        }

        @Override
        public CompletionStage<AuthenticatedDevice> subDevice(
                AuthenticatedDevice gateway, String name, String profileName) {
            throw new AssertionError("HTTP has no gateways");
        }
    }
}
