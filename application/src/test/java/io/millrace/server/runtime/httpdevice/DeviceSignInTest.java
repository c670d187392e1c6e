// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.address.ForwardedAddress;
import io.millrace.server.runtime.devicethrottle.ThrottledAuthenticator;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.TransportOptions;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class DeviceSignInTest {

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

    private static final int GUESSES = 3;

    private final DeviceAuthenticator known =
            credentials -> CompletableFuture.completedStage(answer(credentials));
    private final DeviceSignIn filter =
            new DeviceSignIn(
                    new ThrottledAuthenticator(known, GUESSES, Ticker.systemTicker()),
                    new ForwardedAddress(List.of()));

    private static AuthResult answer(ConnectCredentials credentials) {
        return switch (String.valueOf(credentials.userName())) {
            case "known" -> new Accepted(DEVICE);
            case "a b" -> new Accepted(DEVICE);
            case "away" -> new Refused(Refusal.UNAVAILABLE);
            default -> credentials.refused();
        };
    }

    private record Outcome(MockHttpServletRequest request, MockHttpServletResponse response) {}

    private Outcome send(String token) throws ServletException, IOException {
        return send(filter, "/api/v1/" + token + "/telemetry");
    }

    private static Outcome send(DeviceSignIn filter, String path)
            throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", path);
        MockHttpServletResponse response = new MockHttpServletResponse();
        filter.doFilter(request, response, new MockFilterChain());
        return new Outcome(request, response);
    }

    @Test
    void theTokenInThePathNamesTheDevice() throws ServletException, IOException {
        assertThat(send("known").request().getAttribute(DeviceSignIn.DEVICE)).isEqualTo(DEVICE);
        assertThat(send("a%20b").request().getAttribute(DeviceSignIn.DEVICE)).isEqualTo(DEVICE);
    }

    @Test
    void provisioningNeedsNoToken() throws ServletException, IOException {
        Outcome outcome = send(filter, "/api/v1/provision");

        assertThat(outcome.response().getStatus()).isEqualTo(200);
        assertThat(outcome.request().getAttribute(DeviceSignIn.DEVICE)).isNull();
    }

    @Test
    void aWrongTokenIsRefusedWithAnEmptyBody() throws ServletException, IOException {
        MockHttpServletResponse response = send("wrong").response();

        assertThat(response.getStatus()).isEqualTo(401);
        assertThat(response.getContentAsString()).isEmpty();
    }

    @Test
    void aPathWithoutATokenIsRefused() throws ServletException, IOException {
        assertThat(send(filter, "/api/v1").response().getStatus()).isEqualTo(401);
        assertThat(send(filter, "/api/v1/").response().getStatus()).isEqualTo(401);
        assertThat(send(filter, "/api/v1//telemetry").response().getStatus()).isEqualTo(401);
    }

    @Test
    void anAddressThatGuessesTokensIsNotAnsweredForAWhile() throws ServletException, IOException {
        send("known");
        for (int i = 0; i < GUESSES; i++) {
            assertThat(send("guess-" + i).response().getStatus()).isEqualTo(401);
        }

        MockHttpServletResponse refused = send("guess-again").response();

        assertThat(refused.getStatus()).isEqualTo(429);
        assertThat(refused.getHeader("Retry-After")).isEqualTo("60");
        assertThat(send("known").response().getStatus()).isEqualTo(200);
    }

    @Test
    void aTokenThatCannotBeCheckedIsNotRefused() throws ServletException, IOException {
        MockHttpServletResponse response = send("away").response();

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
    }

    @Test
    void aCheckThatFailsIsAnsweredAsUnavailable() throws ServletException, IOException {
        CompletionStage<AuthResult> failed =
                CompletableFuture.failedStage(new IllegalStateException("broken"));
        DeviceSignIn broken = new DeviceSignIn(_ -> failed, new ForwardedAddress(List.of()));

        assertThat(send(broken, "/api/v1/known/rpc").response().getStatus()).isEqualTo(503);
    }
}
