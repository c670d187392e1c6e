// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ErrorCode;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;

/** Somebody is not let in. The message goes to the caller as it is, so it never says which half was wrong. */
final class SignInException extends AuthenticationException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final ErrorCode code;

    private SignInException(HttpStatus status, ErrorCode code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /** Unknown account, wrong password, or something that is no token of ours. */
    static SignInException refused(String message) {
        return new SignInException(HttpStatus.UNAUTHORIZED, ErrorCode.AUTHENTICATION, message);
    }

    /** A token that is not valid any more; the caller gets a new one with its refresh token or by signing in. */
    static SignInException expired() {
        return new SignInException(
                HttpStatus.UNAUTHORIZED, ErrorCode.JWT_TOKEN_EXPIRED, "Token has expired");
    }

    /** Too many wrong passwords lately. */
    static SignInException throttled() {
        return new SignInException(
                HttpStatus.TOO_MANY_REQUESTS,
                ErrorCode.TOO_MANY_REQUESTS,
                "Too many failed sign-ins; wait a minute and try again");
    }

    /** Nobody can be let in: the database, which knows the sessions, cannot be reached. */
    static SignInException unavailable() {
        return new SignInException(
                HttpStatus.SERVICE_UNAVAILABLE,
                ErrorCode.DATABASE,
                "The database cannot be reached at the moment; try again");
    }

    HttpStatus status() {
        return status;
    }

    ErrorCode code() {
        return code;
    }
}
