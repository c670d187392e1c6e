// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.millrace.message.id.UserId;
import io.millrace.server.web.user.UsersShutOut;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The sessions that ended before their tokens expired: sessions that were signed out, those of deleted or disabled
 * accounts, and those from before a change of the password. Their tokens are refused. The database tables are authoritative and results are cached; changes on another
 * instance take effect here within {@link #MEMORY}.
 */
final class RevokedSessions {

    private static final Duration MEMORY = Duration.ofSeconds(5);
    private static final int MAX_REMEMBERED = 100_000;

    /** Later than every password version: no token of the session is valid. */
    private static final int NO_VERSION = Integer.MAX_VALUE;

    private final JdbcClient jdbc;
    private final Clock clock;

    /** The earliest password version whose tokens are valid, by session. */
    private final LoadingCache<Session, Integer> validFrom;

    RevokedSessions(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.validFrom =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        .expireAfterWrite(MEMORY)
                        .build(this::load);
    }

    private record Session(UUID id, UserId user) {}

    /**
     * True if tokens of a session are refused.
     *
     * @param passwordVersion the password version that the token names
     */
    boolean hasEnded(UUID sessionId, UserId user, int passwordVersion) {
        return passwordVersion < validFrom.get(new Session(sessionId, user));
    }

    /** Revokes a session, and deletes revoked sessions whose tokens have all expired. */
    void add(UUID sessionId, UserId user) {
        long now = clock.millis();
        jdbc.sql(
                        "insert into revoked_session (session_id, expires_at) values (:id, :expiresAt) on "
                                + "conflict do nothing")
                .param("id", sessionId)
                .param("expiresAt", now + JwtTokens.REFRESH_LIFETIME.toMillis())
                .update();
        validFrom.put(new Session(sessionId, user), NO_VERSION);
        jdbc.sql("delete from revoked_session where expires_at < :now").param("now", now).update();
    }

    /** Clears the cache after accounts were deleted, disabled or enabled, or passwords changed. */
    @EventListener
    void on(UsersShutOut event) {
        validFrom.invalidateAll();
    }

    private int load(Session session) {
        return jdbc.sql(
                        """
                        select case when exists (select from revoked_session where session_id = :session) then :none
                                    else coalesce((select password_version from user_credentials
                                                    where user_id = :user and enabled), :none) end
                        """)
                .param("session", session.id())
                .param("user", session.user().id())
                .param("none", NO_VERSION)
                .query(Integer.class)
                .single();
    }
}
