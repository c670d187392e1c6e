// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

import io.millrace.message.id.UserId;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** One-time tokens with which users set the first password of their account. */
@Component
public final class Activations {

    /** The lifetime of a token. */
    public static final Duration LIFETIME = Duration.ofHours(24);

    private static final int TOKEN_BYTES = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final JdbcClient jdbc;
    private final Clock clock;

    Activations(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * A valid activation token.
     *
     * @param expiryTime when it expires, in milliseconds since the epoch
     */
    public record Activation(String token, long expiryTime) {}

    /**
     * Returns the token of an account that has no password yet: the current one if it is still valid, or else a new
     * one. Empty if the account has a password or does not exist.
     */
    public Optional<Activation> of(UserId user) {
        return jdbc.sql(
                        """
                        update user_credentials
                           set activate_token = case when activate_token_exp_time > :now then activate_token else :token end,
                               activate_token_exp_time = case when activate_token_exp_time > :now
                                                              then activate_token_exp_time else :expiry end
                         where user_id = :user and password_hash is null
                        returning activate_token, activate_token_exp_time
                        """)
                .param("user", user.id())
                .param("now", clock.millis())
                .param("token", newToken())
                .param("expiry", clock.millis() + LIFETIME.toMillis())
                .query((row, _) ->
                        new Activation(
                                row.getString("activate_token"),
                                row.getLong("activate_token_exp_time")))
                .optional();
    }

    private static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** True if {@link #activate} would accept the token now. Cheaper than calling it. */
    public boolean isGood(String token) {
        return jdbc.sql(
                        """
                        select exists (select from user_credentials
                                        where activate_token = :token and activate_token_exp_time > :now)
                        """)
                .param("token", token)
                .param("now", clock.millis())
                .query(Boolean.class)
                .single();
    }

    /** Sets the password of a token's account and enables the account; empty if the token is not valid. */
    public Optional<UserId> activate(String token, String passwordHash) {
        return jdbc.sql(
                        """
                        update user_credentials
                           set password_hash = :hash, enabled = true, activate_token = null, activate_token_exp_time = null
                         where activate_token = :token and activate_token_exp_time > :now and password_hash is null
                        returning user_id
                        """)
                .param("hash", passwordHash)
                .param("token", token)
                .param("now", clock.millis())
                .query(UUID.class)
                .optional()
                .map(UserId::new);
    }
}
