// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.Map;
import org.springframework.http.HttpStatus;

/** A request is refused. The message goes to the caller as it is. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final ErrorCode code;
    private final transient Map<String, ?> details;

    private ApiException(HttpStatus status, ErrorCode code, String message) {
        this(status, code, message, Map.of());
    }

    private ApiException(
            HttpStatus status, ErrorCode code, String message, Map<String, ?> details) {
        super(message);
        this.status = status;
        this.code = code;
        this.details = Map.copyOf(details);
    }

    /** The request does not say what it must: 400. The message names what was expected and what came. */
    public static ApiException badRequest(String message) {
        return new ApiException(HttpStatus.BAD_REQUEST, ErrorCode.BAD_REQUEST_PARAMS, message);
    }

    /**
     * The same, with more for programs.
     *
     * @param details stand beside the message in the answer, each under its key
     */
    public static ApiException badRequest(String message, Map<String, ?> details) {
        return new ApiException(
                HttpStatus.BAD_REQUEST, ErrorCode.BAD_REQUEST_PARAMS, message, details);
    }

    /** The entity does not exist for this caller: 404. */
    public static ApiException notFound(String message) {
        return new ApiException(HttpStatus.NOT_FOUND, ErrorCode.ITEM_NOT_FOUND, message);
    }

    /** The caller may not do this: 403. */
    public static ApiException forbidden(String message) {
        return new ApiException(HttpStatus.FORBIDDEN, ErrorCode.PERMISSION_DENIED, message);
    }

    /** Somebody else has changed the entity meanwhile: 409. */
    public static ApiException versionConflict(String message) {
        return new ApiException(HttpStatus.CONFLICT, ErrorCode.VERSION_CONFLICT, message);
    }

    /** Somebody else is at it: 409. */
    public static ApiException conflict(String message) {
        return new ApiException(HttpStatus.CONFLICT, ErrorCode.GENERAL, message);
    }

    /** What the request waited for has not come in time: 408. */
    public static ApiException timedOut(String message) {
        return new ApiException(HttpStatus.REQUEST_TIMEOUT, ErrorCode.GENERAL, message);
    }

    /** There is an answer, but not of the kind that the caller can take: 406. */
    public static ApiException notAcceptable(String message) {
        return new ApiException(HttpStatus.NOT_ACCEPTABLE, ErrorCode.GENERAL, message);
    }

    /** Too many such requests are under way; the caller should try again later: 429. */
    public static ApiException tooManyRequests(String message) {
        return new ApiException(HttpStatus.TOO_MANY_REQUESTS, ErrorCode.TOO_MANY_REQUESTS, message);
    }

    /** It cannot be done at the moment; the caller should try again later: 503. */
    public static ApiException unavailable(String message) {
        return new ApiException(HttpStatus.SERVICE_UNAVAILABLE, ErrorCode.GENERAL, message);
    }

    public HttpStatus status() {
        return status;
    }

    public ErrorCode code() {
        return code;
    }

    /** What the answer says besides the message, for programs. */
    public Map<String, ?> details() {
        return details;
    }
}
