// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request of a device that is refused. The message is sent to the device as plain text. */
final class DeviceApiException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final Duration SOON = Duration.ofSeconds(1);

    private final HttpStatus status;
    private final @Nullable Duration retryAfter;

    /** @param retryAfter when the device may send the request again; null if that is of no use */
    DeviceApiException(HttpStatus status, String message, @Nullable Duration retryAfter) {
        super(message, null, false, false);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    static DeviceApiException unavailable(String message) {
        return new DeviceApiException(HttpStatus.SERVICE_UNAVAILABLE, message, SOON);
    }

    static DeviceApiException tooMany(String message, Duration retryAfter) {
        return new DeviceApiException(HttpStatus.TOO_MANY_REQUESTS, message, retryAfter);
    }

    HttpStatus status() {
        return status;
    }

    @Nullable Duration retryAfter() {
        return retryAfter;
    }

    /** The value of the header {@code Retry-After}: whole seconds, at least one. */
    static String seconds(Duration time) {
        return Long.toString(Math.max(1, Math.ceilDiv(time.toMillis(), 1_000)));
    }
}
