// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.Map;
import org.springframework.http.HttpStatus;

/** Thrown when a request is refused. The message is sent to the caller unchanged. */
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

    /** 400: the request is invalid. The message names the field, the allowed values and the actual value. */
    public static ApiException badRequest(String message) {
        return new ApiException(HttpStatus.BAD_REQUEST, ErrorCode.BAD_REQUEST_PARAMS, message);
    }

    /**
     * 400, with details for programs.
     *
     * @param details additional fields of the response body
     */
    public static ApiException badRequest(String message, Map<String, ?> details) {
        return new ApiException(
                HttpStatus.BAD_REQUEST, ErrorCode.BAD_REQUEST_PARAMS, message, details);
    }

    /** 404: the entity does not exist for this caller. */
    public static ApiException notFound(String message) {
        return new ApiException(HttpStatus.NOT_FOUND, ErrorCode.ITEM_NOT_FOUND, message);
    }

    /**
     * 404, with details for programs.
     *
     * @param details additional fields of the response body
     */
    public static ApiException notFound(String message, Map<String, ?> details) {
        return new ApiException(HttpStatus.NOT_FOUND, ErrorCode.ITEM_NOT_FOUND, message, details);
    }

    /** 403: the caller lacks the permission. */
    public static ApiException forbidden(String message) {
        return new ApiException(HttpStatus.FORBIDDEN, ErrorCode.PERMISSION_DENIED, message);
    }

    /** 409: the entity has been changed since the caller read it. */
    public static ApiException versionConflict(String message) {
        return new ApiException(HttpStatus.CONFLICT, ErrorCode.VERSION_CONFLICT, message);
    }

    /** 409: another request is working on the same entity. */
    public static ApiException conflict(String message) {
        return new ApiException(HttpStatus.CONFLICT, ErrorCode.GENERAL, message);
    }

    /** 408: the reply that the request waited for did not arrive in time. */
    public static ApiException timedOut(String message) {
        return new ApiException(HttpStatus.REQUEST_TIMEOUT, ErrorCode.GENERAL, message);
    }

    /** 504: the device that the request waited for did not reply in time. */
    public static ApiException deviceTimedOut(String message) {
        return new ApiException(HttpStatus.GATEWAY_TIMEOUT, ErrorCode.GENERAL, message);
    }

    /** 406: the response exists, but not in a format that the caller accepts. */
    public static ApiException notAcceptable(String message) {
        return new ApiException(HttpStatus.NOT_ACCEPTABLE, ErrorCode.GENERAL, message);
    }

    /** 429: too many such requests are in progress; the caller should retry later. */
    public static ApiException tooManyRequests(String message) {
        return new ApiException(HttpStatus.TOO_MANY_REQUESTS, ErrorCode.TOO_MANY_REQUESTS, message);
    }

    /** 503: the service cannot do this at the moment; the caller should retry later. */
    public static ApiException unavailable(String message) {
        return new ApiException(HttpStatus.SERVICE_UNAVAILABLE, ErrorCode.GENERAL, message);
    }

    public HttpStatus status() {
        return status;
    }

    public ErrorCode code() {
        return code;
    }

    /** Additional fields of the response body, for programs. */
    public Map<String, ?> details() {
        return details;
    }
}
