// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.message.id.UserId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.UserRepository;
import io.millrace.server.web.user.UsersShutOut;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Begins, continues and ends the sessions of users. */
public final class Sessions {

    private static final Logger log = LoggerFactory.getLogger(Sessions.class);

    /**
     * An account's name is an e-mail address (RFC 5321 allows 254 characters). Longer names are refused before they are
     * used as keys of the throttle.
     */
    private static final int MAX_USERNAME_LENGTH = 255;

    /** A hash in the format and strength of the service's encoder, for which no password is known. */
    static final String UNKNOWN_USER_HASH = "$2a$10$" + ".".repeat(53);

    private final UserRepository users;
    private final PasswordEncoder passwords;
    private final JwtTokens tokens;
    private final RevokedSessions revoked;
    private final LoginThrottle throttle;
    private final ApplicationEventPublisher events;

    Sessions(
            UserRepository users,
            PasswordEncoder passwords,
            JwtTokens tokens,
            RevokedSessions revoked,
            LoginThrottle throttle,
            ApplicationEventPublisher events) {
        this.users = users;
        this.passwords = passwords;
        this.tokens = tokens;
        this.revoked = revoked;
        this.throttle = throttle;
        this.events = events;
    }

    /**
     * Begins a session.
     *
     * @param address IP address of the client
     * @throws SignInException if the password is wrong, the account is unknown or disabled, or the throttle refuses the
     *     attempt
     */
    TokenPair login(String username, String password, String address) {
        if (username.length() > MAX_USERNAME_LENGTH) {
            throw invalidCredentials();
        }
        Login login = verified(username, password, address);
        requireEnabled(login);
        log.info("User {} signed in from {}", login.user().id(), address);
        return begin(login);
    }

    private Login verified(String username, String password, String address) {
        try (LoginThrottle.Attempt attempt = throttle.begin(username, address)) {
            Optional<Login> login = users.findByEmail(username);
            // An unknown account takes the same time as a wrong password, so that the response time
            // does not reveal which accounts exist.
            String hash = login.map(Login::passwordHash).orElse(UNKNOWN_USER_HASH);
            boolean matches = passwords.matches(password, hash);
            if (login.isEmpty() || !matches) {
                attempt.failed();
                log.info("Sign-in refused from {}: unknown account or wrong password", address);
                throw invalidCredentials();
            }
            attempt.succeeded();
            return login.get();
        }
    }

    /** Begins a session for a user. The caller has verified that the request may act as this user. */
    public TokenPair begin(Login login) {
        return tokens.issue(login, UUID.randomUUID());
    }

    /** Issues the next pair of tokens of a session. */
    TokenPair refresh(String refreshToken) {
        JwtTokens.RefreshClaims claims = tokens.readRefresh(refreshToken);
        requireAlive(claims.sessionId(), claims.userId(), claims.passwordVersion());
        Login login = users.find(claims.userId()).orElseThrow(SignInException::expired);
        // The cached answer may be older than a change of the password.
        if (claims.passwordVersion() != login.passwordVersion()) {
            throw SignInException.expired();
        }
        requireEnabled(login);
        return tokens.issue(login, claims.sessionId());
    }

    /**
     * Changes the password of the caller's account, which ends all its sessions, and begins a new one.
     *
     * @param address IP address of the client
     * @throws ApiException (400) if the current password is wrong, or the new one is refused
     * @throws SignInException if the throttle refuses the attempt, or the password was changed at the same time
     */
    TokenPair changePassword(SecurityUser caller, String current, String wanted, String address) {
        Login login = users.find(caller.userId()).orElseThrow(SignInException::expired);
        requirePassword(login, current, address);
        PasswordRules.require("newPassword", wanted);
        if (wanted.equals(current)) {
            throw ApiException.badRequest("New password should be different from existing!");
        }
        Login changed =
                users.changePassword(login, Objects.requireNonNull(passwords.encode(wanted)))
                        .orElseThrow(SignInException::expired);
        events.publishEvent(new UsersShutOut());
        log.info(
                "User {} changed the password from {}; earlier sessions ended",
                caller.userId(),
                address);
        return begin(changed);
    }

    private void requirePassword(Login login, String current, String address) {
        try (LoginThrottle.Attempt attempt = throttle.begin(login.user().email(), address)) {
            if (!passwords.matches(current, login.passwordHash())) {
                attempt.failed();
                log.info(
                        "Change of password refused for user {} from {}: wrong current password",
                        login.user().id(),
                        address);
                throw ApiException.badRequest("Current password doesn't match!");
            }
            attempt.succeeded();
        }
    }

    /** Returns the user of an access token whose session has not ended. */
    SecurityUser authenticate(String accessToken) {
        JwtTokens.AccessClaims claims = tokens.readAccess(accessToken);
        SecurityUser user = claims.user();
        requireAlive(user.sessionId(), user.userId(), claims.passwordVersion());
        return user;
    }

    /** Ends the caller's session: its tokens become invalid. */
    void logout(SecurityUser user) {
        revoked.add(user.sessionId(), user.userId());
        log.info("User {} signed out", user.userId());
    }

    private void requireAlive(UUID sessionId, UserId user, int passwordVersion) {
        if (revoked.hasEnded(sessionId, user, passwordVersion)) {
            throw SignInException.expired();
        }
    }

    private static void requireEnabled(Login login) {
        if (!login.enabled()) {
            throw SignInException.refused("User account is not active");
        }
    }

    private static SignInException invalidCredentials() {
        return SignInException.refused("Invalid username or password");
    }
}
