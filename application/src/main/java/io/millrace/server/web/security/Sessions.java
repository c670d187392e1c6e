// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.message.id.UserId;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Begins, continues and ends the sessions of people. */
public final class Sessions {

    private static final Logger log = LoggerFactory.getLogger(Sessions.class);

    /** An account's name is an e-mail (RFC 5321 allows 254 characters); longer ones are no keys for a counter. */
    private static final int MAX_USERNAME_LENGTH = 255;

    /** As the service's encoder makes them, of its strength; no password is known to have it. */
    static final String UNKNOWN_USER_HASH = "$2a$10$" + ".".repeat(53);

    private final UserRepository users;
    private final PasswordEncoder passwords;
    private final JwtTokens tokens;
    private final RevokedSessions revoked;
    private final LoginThrottle throttle;

    Sessions(
            UserRepository users,
            PasswordEncoder passwords,
            JwtTokens tokens,
            RevokedSessions revoked,
            LoginThrottle throttle) {
        this.users = users;
        this.passwords = passwords;
        this.tokens = tokens;
        this.revoked = revoked;
        this.throttle = throttle;
    }

    /**
     * Begins a session.
     *
     * @param address where the request comes from
     * @throws SignInException where the password is wrong, the account is unknown or disabled, or too many have been wrong
     */
    TokenPair login(String username, String password, String address) {
        if (username.length() > MAX_USERNAME_LENGTH) {
            throw invalidCredentials();
        }
        if (!throttle.permits(username, address)) {
            throw SignInException.throttled();
        }
        Optional<Login> login = users.findByEmail(username);
        // An unknown account costs the same time as a wrong password, so that time tells nobody
        // which it was.
        String hash = login.map(Login::passwordHash).orElse(UNKNOWN_USER_HASH);
        boolean matches = passwords.matches(password, hash);
        if (login.isEmpty() || !matches) {
            throttle.failed(username, address);
            log.info("Sign-in refused from {}: unknown account or wrong password", address);
            throw invalidCredentials();
        }
        throttle.succeeded(username);
        User user = requireEnabled(login.get());
        log.info("User {} signed in from {}", user.id(), address);
        return begin(user);
    }

    /** Begins a session of somebody who has just proved to be that user, or may act as that user. */
    public TokenPair begin(User user) {
        return tokens.issue(user, UUID.randomUUID());
    }

    /** The next pair of a session. */
    TokenPair refresh(String refreshToken) {
        JwtTokens.RefreshClaims claims = tokens.readRefresh(refreshToken);
        requireAlive(claims.sessionId(), claims.userId());
        Login login = users.find(claims.userId()).orElseThrow(SignInException::expired);
        return tokens.issue(requireEnabled(login), claims.sessionId());
    }

    /** Whom an access token names, where its session has not been ended. */
    SecurityUser authenticate(String accessToken) {
        SecurityUser user = tokens.readAccess(accessToken);
        requireAlive(user.sessionId(), user.userId());
        return user;
    }

    /** Ends the caller's session: its tokens open nothing any more. */
    void logout(SecurityUser user) {
        revoked.add(user.sessionId(), user.userId());
        log.info("User {} signed out", user.userId());
    }

    private void requireAlive(UUID sessionId, UserId user) {
        if (revoked.hasEnded(sessionId, user)) {
            throw SignInException.expired();
        }
    }

    private static User requireEnabled(Login login) {
        if (!login.enabled()) {
            throw SignInException.refused("User account is not active");
        }
        return login.user();
    }

    private static SignInException invalidCredentials() {
        return SignInException.refused("Invalid username or password");
    }
}
