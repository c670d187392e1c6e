// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.api;

import org.springframework.http.HttpStatusCode;

/**
 * The body of an error.
 *
 * @param status the HTTP status
 * @param message what was wrong, for people
 * @param errorCode what was wrong, for programs: a number of {@link ErrorCode}
 * @param timestamp milliseconds since the epoch
 */
public record ErrorResponse(int status, String message, int errorCode, long timestamp) {

    /** The body for a status, with the given time in milliseconds since the epoch. */
    public static ErrorResponse of(
            HttpStatusCode status, ErrorCode code, String message, long timestamp) {
        return new ErrorResponse(status.value(), message, code.number(), timestamp);
    }
}
