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

/** The tokens with which people choose the first password of their account, once. */
@Component
public final class Activations {

    /** How long a token is good. */
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
     * A token that is good.
     *
     * @param expiryTime until when, in milliseconds since the epoch
     */
    public record Activation(String token, long expiryTime) {}

    /** The token of an account that has no password yet: the one that is still good, or else a new one. */
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

    /** Whether {@link #activate} would take the token now; costs less. */
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

    /** Gives the account of a token its password, and lets its user in from now on; empty where the token is not good. */
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
