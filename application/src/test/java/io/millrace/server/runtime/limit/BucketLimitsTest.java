// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.ratelimit.RateLimit;
import io.millrace.server.registry.ratelimit.TransportLimit;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits.Excess;
import io.millrace.transport.device.DeviceLimits.Kind;
import io.millrace.transport.device.DeviceLimits.RateLimits;
import io.millrace.transport.device.DeviceLimits.Sender;
import io.millrace.transport.device.TransportOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BucketLimitsTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final TenantId OTHER_TENANT = new TenantId(new UUID(1, 2));

    private final AtomicLong nanos = new AtomicLong();
    private final Map<TenantId, TransportLimits> profiles = new HashMap<>();
    private final List<String> refused = new ArrayList<>();
    private final BucketLimits limits =
            new BucketLimits(
                    tenant -> profiles.getOrDefault(tenant, TransportLimits.NONE),
                    refused::add,
                    nanos::get);

    private final AuthenticatedDevice pump = device(TENANT, 1, false);
    private final AuthenticatedDevice valve = device(TENANT, 2, false);
    private final AuthenticatedDevice gateway = device(TENANT, 3, true);

    private static AuthenticatedDevice device(TenantId tenant, int number, boolean isGateway) {
        return new AuthenticatedDevice(
                tenant,
                new DeviceId(new UUID(2, number)),
                "Device " + number,
                "default",
                null,
                new DeviceProfileId(new UUID(3, 1)),
                null,
                null,
                isGateway ? TransportOptions.GATEWAY : TransportOptions.DEFAULT);
    }

    private void set(TransportLimit limit, String text) {
        set(TENANT, Map.of(limit, RateLimit.parse(text)));
    }

    private void set(TenantId tenant, Map<TransportLimit, RateLimit> texts) {
        profiles.put(tenant, new TransportLimits(texts));
    }

    private @Nullable Excess message(AuthenticatedDevice device) {
        return limits.take(new Sender(device, Kind.DEVICE), 0);
    }

    private @Nullable Excess telemetry(AuthenticatedDevice device, int points) {
        return limits.take(new Sender(device, Kind.DEVICE), points);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void aTenantWithoutLimitsHasNoBuckets() {
        assertThat(IntStream.range(0, 1_000).mapToObj(_ -> message(pump)))
                .containsOnly((Excess) null);
        assertThat(limits.size()).isZero();
    }

    @Test
    void refusesMoreMessagesThanALimitAllowsAndSaysWhenItAllowsTheNext() {
        set(TransportLimit.DEVICE_MESSAGES, "2:10");

        assertThat(message(pump)).isNull();
        assertThat(message(pump)).isNull();
        assertThat(message(pump))
                .isEqualTo(new Excess("transportDeviceMsgRateLimit", Duration.ofSeconds(5)));
        assertThat(refused).containsExactly("transportDeviceMsgRateLimit");
    }

    @Test
    void tokensComeBackEvenlyOverTheTime() {
        set(TransportLimit.DEVICE_MESSAGES, "2:10");
        message(pump);
        message(pump);

        pass(Duration.ofSeconds(5));

        assertThat(message(pump)).isNull();
        assertThat(message(pump)).isNotNull();
    }

    @Test
    void everyEntryOfALimitMustAllowAMessage() {
        set(TransportLimit.DEVICE_MESSAGES, "2:1,3:60");
        message(pump);
        message(pump);
        pass(Duration.ofSeconds(1));

        assertThat(message(pump)).isNull();
        pass(Duration.ofSeconds(1));
        assertThat(message(pump)).as("the second entry has given three").isNotNull();
    }

    @Test
    void devicesDoNotShareALimitOfDevices() {
        set(TransportLimit.DEVICE_MESSAGES, "1:1");

        assertThat(message(pump)).isNull();
        assertThat(message(valve)).isNull();
        assertThat(message(pump)).isNotNull();
    }

    @Test
    void devicesShareTheLimitOfTheirTenantAndOfNoOther() {
        set(TransportLimit.TENANT_MESSAGES, "2:1");
        set(OTHER_TENANT, Map.of(TransportLimit.TENANT_MESSAGES, RateLimit.parse("1:1")));

        assertThat(message(pump)).isNull();
        assertThat(message(valve)).isNull();
        assertThat(message(pump))
                .extracting(Excess::limit)
                .isEqualTo("transportTenantMsgRateLimit");
        assertThat(message(device(OTHER_TENANT, 9, false))).isNull();
    }

    @Test
    void whatTheTenantsLimitHasGivenIsNotGivenBackIfTheDevicesLimitRefuses() {
        set(
                TENANT,
                Map.of(
                        TransportLimit.TENANT_MESSAGES, RateLimit.parse("3:60"),
                        TransportLimit.DEVICE_MESSAGES, RateLimit.parse("1:60")));
        message(pump);
        message(pump);
        message(pump);

        assertThat(message(valve))
                .extracting(Excess::limit)
                .isEqualTo("transportTenantMsgRateLimit");
    }

    @Test
    void telemetryTakesAMessageAndItsDataPointsAndNoOtherMessage() {
        set(
                TENANT,
                Map.of(
                        TransportLimit.DEVICE_MESSAGES, RateLimit.parse("1:60"),
                        TransportLimit.DEVICE_TELEMETRY_MESSAGES, RateLimit.parse("3:60"),
                        TransportLimit.DEVICE_DATA_POINTS, RateLimit.parse("10:60")));

        assertThat(telemetry(pump, 6)).isNull();
        assertThat(telemetry(pump, 6))
                .extracting(Excess::limit)
                .isEqualTo("transportDeviceTelemetryDataPointsRateLimit");
        assertThat(telemetry(pump, 4)).isNull();
        assertThat(telemetry(pump, 1))
                .extracting(Excess::limit)
                .isEqualTo("transportDeviceTelemetryMsgRateLimit");
        assertThat(message(pump)).isNull();
    }

    @Test
    void aMessageOfMoreDataPointsThanTheLimitHoldsIsNeverAllowed() {
        set(TransportLimit.DEVICE_DATA_POINTS, "10:60");

        assertThat(telemetry(pump, 11))
                .isEqualTo(
                        new Excess(
                                "transportDeviceTelemetryDataPointsRateLimit",
                                Duration.ofSeconds(60)));
    }

    @Test
    void aGatewaysOwnMessagesAndThoseOfDevicesBehindItHaveLimitsOfTheirOwn() {
        set(
                TENANT,
                Map.of(
                        TransportLimit.DEVICE_MESSAGES, RateLimit.parse("1:60"),
                        TransportLimit.GATEWAY_DEVICE_MESSAGES, RateLimit.parse("2:60"),
                        TransportLimit.GATEWAY_MESSAGES, RateLimit.parse("3:60")));
        for (int i = 0; i < 2; i++) {
            assertThat(limits.take(new Sender(gateway, Kind.GATEWAY), 0)).isNull();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(limits.take(new Sender(gateway, Kind.SUB_DEVICE), 0)).isNull();
        }

        assertThat(limits.take(new Sender(gateway, Kind.GATEWAY), 0))
                .extracting(Excess::limit)
                .isEqualTo("transportGatewayDeviceMsgRateLimit");
        assertThat(limits.take(new Sender(gateway, Kind.SUB_DEVICE), 0))
                .extracting(Excess::limit)
                .isEqualTo("transportGatewayMsgRateLimit");
    }

    @Test
    void tellsClientsTheLimitsThatCountForThem() {
        set(
                TENANT,
                Map.of(
                        TransportLimit.DEVICE_MESSAGES, RateLimit.parse("1:60"),
                        TransportLimit.GATEWAY_DEVICE_TELEMETRY_MESSAGES, RateLimit.parse("2:60"),
                        TransportLimit.GATEWAY_DATA_POINTS, RateLimit.parse("3:60")));

        assertThat(limits.of(pump, false)).isEqualTo(new RateLimits("1:60", null, null));
        assertThat(limits.of(gateway, false)).isEqualTo(new RateLimits(null, "2:60", null));
        assertThat(limits.of(gateway, true)).isEqualTo(new RateLimits(null, null, "3:60"));
        assertThat(limits.of(device(OTHER_TENANT, 9, false), false)).isEqualTo(RateLimits.NONE);
    }

    @Test
    void aChangedLimitCountsWithTheNextMessage() {
        set(TransportLimit.DEVICE_MESSAGES, "1:60");
        message(pump);
        assertThat(message(pump)).isNotNull();

        set(TransportLimit.DEVICE_MESSAGES, "2:60");

        assertThat(message(pump)).isNull();
        assertThat(message(pump)).isNull();
        assertThat(message(pump)).isNotNull();
    }

    @Test
    void theSameLimitsReadAgainKeepTheirBuckets() {
        set(TransportLimit.DEVICE_MESSAGES, "1:60");
        message(pump);

        set(TransportLimit.DEVICE_MESSAGES, "1:60");

        assertThat(message(pump)).isNotNull();
    }

    @Test
    void aLimitThatWasRemovedRefusesNothing() {
        set(TransportLimit.DEVICE_MESSAGES, "1:60");
        message(pump);

        profiles.clear();

        assertThat(message(pump)).isNull();
    }

    @Test
    void bucketsThatAreFullAgainAreDropped() {
        set(TransportLimit.DEVICE_MESSAGES, "1:60");
        message(pump);
        pass(Duration.ofSeconds(30));
        message(valve);
        assertThat(limits.size()).isEqualTo(2);

        pass(Duration.ofSeconds(31));
        message(valve);
        message(gateway);

        assertThat(limits.bucketsAfterCleanUp()).isEqualTo(2);
    }

    @Test
    void parallelMessagesGetNoMoreThanTheLimitAllows() {
        set(TransportLimit.DEVICE_MESSAGES, "100:60");
        AtomicInteger allowed = new AtomicInteger();
        BucketLimits parallel =
                new BucketLimits(
                        tenant -> profiles.getOrDefault(tenant, TransportLimits.NONE),
                        _ -> {},
                        nanos::get);
        Sender sender = new Sender(pump, Kind.DEVICE);

        CompletableFuture.allOf(
                        IntStream.range(0, 8)
                                .mapToObj(_ ->
                                        CompletableFuture.runAsync(() -> {
                                            for (int i = 0; i < 100; i++) {
                                                if (parallel.take(sender, 0) == null) {
                                                    allowed.incrementAndGet();
                                                }
                                            }
                                        }))
                                .toArray(CompletableFuture[]::new))
                .join();

        assertThat(allowed).hasValue(100);
    }
}
