// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.gateway.KnownSubDevices.Connected;
import io.millrace.server.registry.gateway.KnownSubDevices.DeviceName;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.TransportOptions;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KnownSubDevicesTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final DeviceName NAME = new DeviceName(TENANT, "Pump");
    private static final DeviceId PUMP = new DeviceId(new UUID(2, 1));
    private static final DeviceId GATEWAY = new DeviceId(new UUID(2, 9));

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger lookUps = new AtomicInteger();
    private final KnownSubDevices known = new KnownSubDevices(nanos::get);

    private static Connected connected() {
        return new Connected(
                new AuthenticatedDevice(
                        TENANT,
                        PUMP,
                        "Pump",
                        "default",
                        null,
                        new DeviceProfileId(new UUID(3, 1)),
                        null,
                        null,
                        TransportOptions.DEFAULT),
                GATEWAY);
    }

    private void get() {
        assertThat(
                        known.get(
                                        NAME,
                                        () -> {
                                            lookUps.incrementAndGet();
                                            return CompletableFuture.completedFuture(connected());
                                        })
                                .join())
                .isEqualTo(connected());
    }

    @Test
    void aDeviceIsLookedUpOnce() {
        get();
        get();

        assertThat(lookUps).hasValue(1);
    }

    @Test
    void anAnswerIsForgottenAfterAMinute() {
        get();
        nanos.addAndGet(KnownSubDevices.MEMORY.toNanos() + 1);
        get();

        assertThat(lookUps).hasValue(2);
        assertThat(known.size()).isEqualTo(1);
    }

    @Test
    void aChangedDeviceIsForgottenByItsId() {
        get();
        known.forget(PUMP);
        assertThat(known.size()).isZero();
        get();

        assertThat(lookUps).hasValue(2);
    }

    @Test
    void theDevicesOfATenantAreForgottenAndNoOthers() {
        get();
        known.forget(new TenantId(new UUID(1, 2)));
        get();
        assertThat(lookUps).hasValue(1);

        known.forget(TENANT);
        assertThat(known.size()).isZero();
        get();
        assertThat(lookUps).hasValue(2);
    }

    @Test
    void aLookUpDuringAChangeIsNotRemembered() {
        CompletableFuture<Connected> slow = new CompletableFuture<>();
        CompletableFuture<Connected> found = known.get(NAME, () -> slow);
        known.forget(PUMP);
        slow.complete(connected());

        assertThat(found.join()).isEqualTo(connected());
        get();
        assertThat(lookUps).hasValue(1);
    }

    @Test
    void aFailureIsNotRemembered() {
        CompletableFuture<Connected> failed =
                known.get(NAME, () -> CompletableFuture.failedFuture(new IllegalStateException()));

        assertThat(failed).isCompletedExceptionally();
        get();
        assertThat(lookUps).hasValue(1);
    }
}
