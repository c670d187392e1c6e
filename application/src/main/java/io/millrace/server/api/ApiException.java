// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.api;

import org.springframework.http.HttpStatus;

/** A request is refused. The message goes to the caller as it is. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final ErrorCode code;

    private ApiException(HttpStatus status, ErrorCode code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /** The request does not say what it must: 400. The message names what was expected and what came. */
    public static ApiException badRequest(String message) {
        return new ApiException(HttpStatus.BAD_REQUEST, ErrorCode.BAD_REQUEST_PARAMS, message);
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

    public HttpStatus status() {
        return status;
    }

    public ErrorCode code() {
        return code;
    }
}
