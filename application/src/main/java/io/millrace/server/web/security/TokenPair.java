// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

/**
 * The tokens of one session.
 *
 * @param token the access token for the API, with a short lifetime
 * @param refreshToken the token for the next pair, with a longer lifetime
 */
public record TokenPair(String token, String refreshToken) {

    /** Omits the tokens, because the text may appear in a log. */
    @Override
    public String toString() {
        return "TokenPair[]";
    }
}
