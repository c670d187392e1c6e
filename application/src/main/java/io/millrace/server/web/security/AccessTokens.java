// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ErrorCode;
import java.time.Instant;
import org.springframework.dao.DataAccessException;

/** Checks access tokens that do not arrive in the header of a request, such as those of WebSockets. */
public final class AccessTokens {

    private final Sessions sessions;
    private final JwtTokens tokens;

    AccessTokens(Sessions sessions, JwtTokens tokens) {
        this.sessions = sessions;
        this.tokens = tokens;
    }

    /** The result of a check. */
    public sealed interface Check {}

    /**
     * The token is valid.
     *
     * @param expiresAt when it becomes invalid, unless its session ends earlier
     */
    public record Valid(SecurityUser user, Instant expiresAt) implements Check {}

    /** The token is no longer valid: it expired, its session ended, or the key of the installation changed. */
    public record Expired() implements Check {}

    /** The text is not an access token. */
    public record Invalid() implements Check {}

    /**
     * Checks a token in the same way as that of a request.
     *
     * @throws DataAccessException if the database, which knows the ended sessions, does not answer
     */
    public Check check(String token) {
        try {
            SecurityUser user = sessions.authenticate(token);
            return new Valid(user, tokens.expiry(token));
        } catch (SignInException refusal) {
            return refusal.code() == ErrorCode.JWT_TOKEN_EXPIRED ? new Expired() : new Invalid();
        }
    }
}
