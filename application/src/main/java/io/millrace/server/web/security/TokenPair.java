// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

/**
 * The tokens of one session.
 *
 * @param token opens the API, for a short time
 * @param refreshToken gets the next pair, for a longer time
 */
public record TokenPair(String token, String refreshToken) {

    /** Without the tokens: this may end up in a log. */
    @Override
    public String toString() {
        return "TokenPair[]";
    }
}
