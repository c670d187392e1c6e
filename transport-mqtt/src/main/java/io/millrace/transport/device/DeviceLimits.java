// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The rate limits of tenants and devices. Called on threads of the transports for every message: no call blocks. */
public interface DeviceLimits {

    /** Limits nothing. */
    DeviceLimits NONE =
            new DeviceLimits() {
                @Override
                public @Nullable Excess take(Sender sender, int dataPoints) {
                    return null;
                }

                @Override
                public RateLimits of(AuthenticatedDevice device, boolean subDevices) {
                    return RateLimits.NONE;
                }
            };

    /**
     * Takes a message from the limits of its sender.
     *
     * @param dataPoints number of values of a telemetry or attributes message; 0 for any other message
     * @return the limit that does not allow the message now, or null if it is allowed
     */
    @Nullable Excess take(Sender sender, int dataPoints);

    /**
     * Returns the limits that a client is told.
     *
     * @param subDevices true for the limits of messages that a gateway sends for other devices
     */
    RateLimits of(AuthenticatedDevice device, boolean subDevices);

    /**
     * The device that sends a message.
     *
     * @param device the device whose limits count: the gateway for a message of a device behind it
     * @param kind which of the limits count
     */
    record Sender(AuthenticatedDevice device, Kind kind) {}

    /** Which limits a message counts for. */
    enum Kind {
        /** A device that is no gateway, or an HTTP request. */
        DEVICE,
        /** A message of a gateway itself. */
        GATEWAY,
        /** A message that a gateway sends for another device. */
        SUB_DEVICE
    }

    /**
     * A limit that is used up.
     *
     * @param limit its name in the tenant profile
     * @param retryAfter the time until it allows a message again
     */
    record Excess(String limit, Duration retryAfter) {

        /** What the client is told. */
        public String text() {
            return "%s is used up; retry after %d ms".formatted(limit, retryAfter.toMillis());
        }
    }

    /** Limits in ThingsBoard's format, such as {@code 10:1,300:60}; null: no limit. */
    record RateLimits(
            @Nullable String messages,
            @Nullable String telemetryMessages,
            @Nullable String telemetryDataPoints) {

        /** No limits. */
        public static final RateLimits NONE = new RateLimits(null, null, null);
    }
}
