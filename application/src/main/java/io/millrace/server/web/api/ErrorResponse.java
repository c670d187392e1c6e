// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.Map;
import org.springframework.http.HttpStatusCode;

/**
 * The body of an error response.
 *
 * @param status the HTTP status
 * @param message the error as text for people
 * @param errorCode the error for programs: a number of {@link ErrorCode}
 * @param timestamp milliseconds since the epoch
 * @param details additional fields of the body, for programs
 */
public record ErrorResponse(
        int status,
        String message,
        int errorCode,
        long timestamp,
        @JsonAnyGetter Map<String, ?> details) {

    /** Creates a body without details; the timestamp is in milliseconds since the epoch. */
    public static ErrorResponse of(
            HttpStatusCode status, ErrorCode code, String message, long timestamp) {
        return new ErrorResponse(status.value(), message, code.number(), timestamp, Map.of());
    }

    /** Returns this body with the given details. */
    public ErrorResponse with(Map<String, ?> more) {
        return new ErrorResponse(status, message, errorCode, timestamp, Map.copyOf(more));
    }
}
