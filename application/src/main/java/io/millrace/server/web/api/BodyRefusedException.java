// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.io.IOException;
import java.time.Duration;
import org.springframework.http.HttpStatus;

/** Thrown while a request's body is read, if the rest of it is not read. The message is sent to the caller unchanged. */
public final class BodyRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;

    private BodyRefusedException(HttpStatus status, String message) {
        super(message);
        this.status = status;
    }

    /** 413: the body is larger than the limit, in bytes. */
    public static BodyRefusedException tooLarge(long limit) {
        return new BodyRefusedException(
                HttpStatus.CONTENT_TOO_LARGE, "The body is larger than " + limit + " bytes");
    }

    /** 503: the memory for bodies is in use. */
    public static BodyRefusedException noRoom() {
        return new BodyRefusedException(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The memory for the bodies of requests is in use; send the request again in a few seconds");
    }

    /** 408: the body did not arrive within a time. */
    public static BodyRefusedException tooSlow(Duration limit) {
        return new BodyRefusedException(
                HttpStatus.REQUEST_TIMEOUT,
                "The body did not arrive within %d seconds".formatted(limit.toSeconds()));
    }

    /** 408: the client stopped sending. */
    public static BodyRefusedException stalled() {
        return new BodyRefusedException(
                HttpStatus.REQUEST_TIMEOUT, "The client stopped in the middle of the body");
    }

    /** 400: the body has text that cannot be stored. */
    public static BodyRefusedException notStorable(String sentence) {
        return new BodyRefusedException(HttpStatus.BAD_REQUEST, "body: " + sentence);
    }

    public HttpStatus status() {
        return status;
    }
}
