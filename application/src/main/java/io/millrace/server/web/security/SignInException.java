// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ErrorCode;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;

/**
 * Thrown when a sign-in or a token is refused. The message is sent to the caller unchanged, so it never says whether
 * the name or the password was wrong.
 */
final class SignInException extends AuthenticationException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final ErrorCode code;

    private SignInException(HttpStatus status, ErrorCode code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /** 401: unknown account, wrong password, or not a token of this installation. */
    static SignInException refused(String message) {
        return new SignInException(HttpStatus.UNAUTHORIZED, ErrorCode.AUTHENTICATION, message);
    }

    /** 401: the token is no longer valid; the caller gets a new one with its refresh token or by signing in. */
    static SignInException expired() {
        return new SignInException(
                HttpStatus.UNAUTHORIZED, ErrorCode.JWT_TOKEN_EXPIRED, "Token has expired");
    }

    /** 429: too many recent attempts with a wrong password. */
    static SignInException throttled() {
        return new SignInException(
                HttpStatus.TOO_MANY_REQUESTS,
                ErrorCode.TOO_MANY_REQUESTS,
                "Too many failed sign-ins; wait a minute and try again");
    }

    /** 503: too many passwords are being checked at this moment. */
    static SignInException busy() {
        return new SignInException(
                HttpStatus.SERVICE_UNAVAILABLE,
                ErrorCode.GENERAL,
                "Too many sign-ins at once; try again in a few seconds");
    }

    /** 503: the database, which stores the sessions, is unavailable. */
    static SignInException unavailable() {
        return new SignInException(
                HttpStatus.SERVICE_UNAVAILABLE,
                ErrorCode.DATABASE,
                "The database is unavailable; try again later");
    }

    HttpStatus status() {
        return status;
    }

    ErrorCode code() {
        return code;
    }
}
