// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.limit;

import io.millrace.server.registry.ratelimit.RateLimit;
import io.millrace.server.registry.ratelimit.TransportLimit;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits.Kind;
import io.millrace.transport.device.DeviceLimits.RateLimits;
import org.jspecify.annotations.Nullable;

/** The limits that count for one kind of sender: three of the limits of a profile. */
enum LimitGroup {
    TENANT(
            TransportLimit.TENANT_MESSAGES,
            TransportLimit.TENANT_TELEMETRY_MESSAGES,
            TransportLimit.TENANT_DATA_POINTS),
    DEVICE(
            TransportLimit.DEVICE_MESSAGES,
            TransportLimit.DEVICE_TELEMETRY_MESSAGES,
            TransportLimit.DEVICE_DATA_POINTS),
    GATEWAY_ITSELF(
            TransportLimit.GATEWAY_DEVICE_MESSAGES,
            TransportLimit.GATEWAY_DEVICE_TELEMETRY_MESSAGES,
            TransportLimit.GATEWAY_DEVICE_DATA_POINTS),
    DEVICES_BEHIND_GATEWAY(
            TransportLimit.GATEWAY_MESSAGES,
            TransportLimit.GATEWAY_TELEMETRY_MESSAGES,
            TransportLimit.GATEWAY_DATA_POINTS);

    private final TransportLimit messages;
    private final TransportLimit telemetryMessages;
    private final TransportLimit dataPoints;

    LimitGroup(
            TransportLimit messages, TransportLimit telemetryMessages, TransportLimit dataPoints) {
        this.messages = messages;
        this.telemetryMessages = telemetryMessages;
        this.dataPoints = dataPoints;
    }

    static LimitGroup of(Kind kind) {
        return switch (kind) {
            case DEVICE -> DEVICE;
            case GATEWAY -> GATEWAY_ITSELF;
            case SUB_DEVICE -> DEVICES_BEHIND_GATEWAY;
        };
    }

    /** The group of whose limits a client is told. */
    static LimitGroup of(AuthenticatedDevice device, boolean subDevices) {
        if (subDevices) {
            return DEVICES_BEHIND_GATEWAY;
        }
        return device.options().gateway() ? GATEWAY_ITSELF : DEVICE;
    }

    TransportLimit messages() {
        return messages;
    }

    TransportLimit telemetryMessages() {
        return telemetryMessages;
    }

    TransportLimit dataPoints() {
        return dataPoints;
    }

    /** True if one of the three is set. */
    boolean isSetIn(TransportLimits limits) {
        return limits.of(messages) != null
                || limits.of(telemetryMessages) != null
                || limits.of(dataPoints) != null;
    }

    RateLimits textsOf(TransportLimits limits) {
        return new RateLimits(
                text(limits.of(messages)),
                text(limits.of(telemetryMessages)),
                text(limits.of(dataPoints)));
    }

    private static @Nullable String text(@Nullable RateLimit limit) {
        return limit == null ? null : limit.text();
    }
}
