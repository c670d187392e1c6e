// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

/** Why a session ended, with the status code of the close frame (RFC 6455, section 7.4.1). */
public enum CloseCause {
    /** The client closed the connection, or it broke. */
    CLIENT(1000),
    /** No valid first message in time. */
    NOT_AUTHENTICATED(1008),
    /** The token is not an access token. */
    INVALID_TOKEN(1007),
    /** The first token had already expired, or its session had ended. */
    EXPIRED_TOKEN(1011),
    /** The token expired, the user signed out, or the account was disabled. */
    ACCESS_ENDED(1008),
    /** The user or tenant has too many sessions. */
    LIMIT(1008),
    /** Too many messages in a short time. */
    TOO_MANY_MESSAGES(1008),
    /** A message was too large. */
    TOO_LARGE(1009),
    /** The client received too slowly. */
    SLOW(1008),
    /** No message and no pong. */
    SILENT(1001),
    /** This instance stops. */
    SHUTDOWN(1001),
    /** An error of this service. */
    FAULT(1011);

    private final int code;

    CloseCause(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
