// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits;
import io.millrace.transport.device.TransportOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class DeviceAdmissionIT {

    private static final AuthenticatedDevice DEVICE =
            new AuthenticatedDevice(
                    new TenantId(UUID.randomUUID()),
                    new DeviceId(UUID.randomUUID()),
                    "A",
                    "default",
                    null,
                    new DeviceProfileId(new UUID(3, 3)),
                    null,
                    null,
                    TransportOptions.DEFAULT);

    private final List<Integer> taken = new ArrayList<>();
    private final DeviceAdmission admission =
            new DeviceAdmission(new FakeLimits(), RestServer.running().bean(RuleEngine.class));

    @Test
    void takesTheValuesOfARequestFromTheLimits() {
        admission.admit(DEVICE, 3);
        admission.admit(DEVICE);

        assertThat(taken).containsExactly(3, 0);
    }

    @Test
    void refusesARequestBeyondALimitUntilItAllowsOneAgain() {
        assertThatThrownBy(() -> admission.admit(DEVICE, 4))
                .hasMessage("The rate limit transportDeviceMsgRateLimit is used up")
                .isInstanceOfSatisfying(
                        DeviceApiException.class,
                        refusal -> {
                            assertThat(refusal.status()).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
                            assertThat(refusal.retryAfter()).isEqualTo(Duration.ofMillis(1_500));
                            assertThat(DeviceApiException.seconds(Duration.ofMillis(1_500)))
                                    .isEqualTo("2");
                        });
    }

    /** Allows three values. */
    private final class FakeLimits implements DeviceLimits {

        @Override
        public @Nullable Excess take(Sender sender, int dataPoints) {
            assertThat(sender).isEqualTo(new Sender(DEVICE, Kind.DEVICE));
            taken.add(dataPoints);
            return dataPoints > 3
                    ? new Excess("transportDeviceMsgRateLimit", Duration.ofMillis(1_500))
                    : null;
        }

        @Override
        public RateLimits of(AuthenticatedDevice device, boolean subDevices) {
            return RateLimits.NONE;
        }
    }
}
