// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.Map;
import org.springframework.http.HttpStatusCode;

/**
 * The body of an error.
 *
 * @param status the HTTP status
 * @param message what was wrong, for people
 * @param errorCode what was wrong, for programs: a number of {@link ErrorCode}
 * @param timestamp milliseconds since the epoch
 * @param details more for programs, each under its key beside the others
 */
public record ErrorResponse(
        int status,
        String message,
        int errorCode,
        long timestamp,
        @JsonAnyGetter Map<String, ?> details) {

    /** The body for a status, with the given time in milliseconds since the epoch. */
    public static ErrorResponse of(
            HttpStatusCode status, ErrorCode code, String message, long timestamp) {
        return new ErrorResponse(status.value(), message, code.number(), timestamp, Map.of());
    }

    /** The same with more for programs. */
    public ErrorResponse with(Map<String, ?> more) {
        return new ErrorResponse(status, message, errorCode, timestamp, Map.copyOf(more));
    }
}
