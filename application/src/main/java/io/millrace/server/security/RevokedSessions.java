// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Remembers the sessions that were logged out, so that their tokens open nothing any more. The table is what counts;
 * a logout on another instance is seen here within {@link #MEMORY}.
 */
final class RevokedSessions {

    private static final Duration MEMORY = Duration.ofSeconds(5);
    private static final int MAX_REMEMBERED = 100_000;

    private final JdbcClient jdbc;
    private final Clock clock;
    private final LoadingCache<UUID, Boolean> revoked;

    RevokedSessions(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.revoked =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        .expireAfterWrite(MEMORY)
                        .build(this::load);
    }

    boolean contains(UUID sessionId) {
        return revoked.get(sessionId);
    }

    /** Revokes a session, and forgets those whose tokens have all expired by themselves. */
    void add(UUID sessionId) {
        long now = clock.millis();
        jdbc.sql(
                        "insert into revoked_session (session_id, expires_at) values (:id, :expiresAt) on conflict do nothing")
                .param("id", sessionId)
                .param("expiresAt", now + JwtTokens.REFRESH_LIFETIME.toMillis())
                .update();
        revoked.put(sessionId, true);
        jdbc.sql("delete from revoked_session where expires_at < :now").param("now", now).update();
    }

    private boolean load(UUID sessionId) {
        return jdbc.sql("select exists (select from revoked_session where session_id = :id)")
                .param("id", sessionId)
                .query(Boolean.class)
                .single();
    }
}
