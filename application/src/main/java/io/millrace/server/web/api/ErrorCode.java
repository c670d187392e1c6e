// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

/** ThingsBoard's error codes, which responses carry in {@code errorCode}. */
public enum ErrorCode {
    GENERAL(2),
    AUTHENTICATION(10),
    JWT_TOKEN_EXPIRED(11),
    PERMISSION_DENIED(20),
    BAD_REQUEST_PARAMS(31),
    ITEM_NOT_FOUND(32),
    TOO_MANY_REQUESTS(33),
    VERSION_CONFLICT(35),
    DATABASE(46);

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    /** The number in the response body. */
    public int number() {
        return number;
    }
}
