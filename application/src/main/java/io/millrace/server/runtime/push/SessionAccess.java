// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.web.security.AccessTokens;
import io.millrace.server.web.security.SecurityUser;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** The user of a session and the token that proves it. The token is checked again while the session lasts. */
final class SessionAccess {

    private static final Logger log = LoggerFactory.getLogger(SessionAccess.class);

    private final AccessTokens tokens;
    private volatile @Nullable Access access;
    private volatile long checkedAt = System.nanoTime();

    SessionAccess(AccessTokens tokens) {
        this.tokens = tokens;
    }

    /** A valid token of the client. Its text is kept for later checks and must not appear in a log. */
    private record Access(String token, AccessTokens.Valid valid) {

        @Override
        public String toString() {
            return "Access[%s]".formatted(valid.user().userId());
        }
    }

    /** Why a session must end. */
    record Refusal(CloseCause cause, String reason) {}

    /** The user; null before the client has sent a valid token. */
    @Nullable SecurityUser user() {
        Access current = access;
        return current == null ? null : current.valid().user();
    }

    /** The user with the token; null before the client has sent a valid one. */
    @Nullable Subscriber subscriber() {
        Access current = access;
        return current == null ? null : new Subscriber(current.valid().user(), current.token());
    }

    /**
     * Checks a token of the client: the first one begins the session, a later one of the same user replaces it.
     *
     * @param admission admits the user of the first token; returns why not, or null
     * @return null if the token was accepted
     */
    @Nullable Refusal authenticate(
            String token, Function<SecurityUser, @Nullable String> admission) {
        try {
            return switch (tokens.check(token)) {
                case AccessTokens.Valid valid -> accept(new Access(token, valid), admission);
                case AccessTokens.Expired _ ->
                        new Refusal(CloseCause.EXPIRED_TOKEN, "Token has expired");
                case AccessTokens.Invalid _ ->
                        new Refusal(CloseCause.INVALID_TOKEN, "Invalid JWT token");
            };
        } catch (DataAccessException e) {
            log.warn("Cannot check the token of a WebSocket session: {}", e.toString());
            return new Refusal(CloseCause.FAULT, Frames.DATABASE_AWAY);
        }
    }

    private @Nullable Refusal accept(
            Access next, Function<SecurityUser, @Nullable String> admission) {
        Access former = access;
        if (former == null) {
            String refusal = admission.apply(next.valid().user());
            if (refusal != null) {
                return new Refusal(CloseCause.LIMIT, refusal);
            }
        } else if (!former.valid().user().userId().equals(next.valid().user().userId())) {
            return new Refusal(CloseCause.INVALID_TOKEN, "The token belongs to another user");
        }
        access = next;
        checkedAt = System.nanoTime();
        return null;
    }

    boolean hasExpired(Instant now) {
        Access current = access;
        return current != null && !now.isBefore(current.valid().expiresAt());
    }

    /** When the token was checked last, as {@link System#nanoTime}. */
    long checkedAt() {
        return checkedAt;
    }

    /** True unless the user has signed out or was disabled. */
    boolean isStillValid() {
        Access current = access;
        if (current == null) {
            return true;
        }
        checkedAt = System.nanoTime();
        try {
            return tokens.check(current.token()) instanceof AccessTokens.Valid;
        } catch (DataAccessException e) {
            // An outage ends no session; the next check follows.
            log.debug("Cannot check the token of a WebSocket session", e);
            return true;
        }
    }
}
