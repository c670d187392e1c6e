// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.util.function.SingletonSupplier;

/** Issues and reads tokens: JWT (RFC 7519), HS512, with the claims that ThingsBoard's clients read. */
final class JwtTokens {

    static final Duration ACCESS_LIFETIME = Duration.ofMinutes(150);
    static final Duration REFRESH_LIFETIME = Duration.ofDays(7);

    private static final String ISSUER = "millrace.local";
    private static final String INSTANCE_SCOPE = "INSTANCE";
    private static final String REFRESH_SCOPE = "REFRESH_TOKEN";
    private static final String PASSWORD_VERSION = "passwordVersion";

    /** Some thousands of tokens. */
    private static final long VERIFIED_CHARACTERS = 2_000_000;

    /** Both are created lazily at the first sign-in, because the library loads hundreds of classes. */
    private final SingletonSupplier<JwtEncoder> encoder;

    private final SingletonSupplier<JwtDecoder> decoder;
    private final Clock clock;

    /**
     * Tokens that were verified. A client sends its token with each request, and to verify it takes a third of the time of
     * a short one.
     */
    private final Cache<String, Jwt> verified =
            Caffeine.newBuilder()
                    .maximumWeight(VERIFIED_CHARACTERS)
                    .weigher((String token, Jwt _) -> token.length())
                    .build();

    JwtTokens(SecretKey key, Clock clock) {
        this.encoder = SingletonSupplier.of(() -> encoder(key));
        this.decoder = SingletonSupplier.of(() -> decoder(key, clock));
        this.clock = clock;
    }

    private static JwtEncoder encoder(SecretKey key) {
        return NimbusJwtEncoder.withSecretKey(key).algorithm(MacAlgorithm.HS512).build();
    }

    private static JwtDecoder decoder(SecretKey key, Clock clock) {
        NimbusJwtDecoder decoder =
                NimbusJwtDecoder.withSecretKey(key).macAlgorithm(MacAlgorithm.HS512).build();
        JwtTimestampValidator timestamps = new JwtTimestampValidator(Duration.ZERO);
        timestamps.setClock(clock);
        decoder.setJwtValidator(
                new DelegatingOAuth2TokenValidator<>(timestamps, new JwtIssuerValidator(ISSUER)));
        return decoder;
    }

    /** Issues a new pair of tokens for a session of a user. */
    TokenPair issue(Login login, UUID sessionId) {
        User user = login.user();
        Instant now = clock.instant();
        JwtClaimsSet.Builder access =
                claims(login, sessionId, user.authority().name(), now, ACCESS_LIFETIME)
                        .claim("enabled", true)
                        .claim("tenantId", user.tenantId().toString())
                        .claim("customerId", user.customerId().toString());
        if (user.firstName() != null) {
            access.claim("firstName", user.firstName());
        }
        if (user.lastName() != null) {
            access.claim("lastName", user.lastName());
        }
        JwtClaimsSet.Builder refresh =
                claims(login, sessionId, REFRESH_SCOPE, now, REFRESH_LIFETIME)
                        .id(UUID.randomUUID().toString());
        return new TokenPair(sign(access), sign(refresh));
    }

    private static JwtClaimsSet.Builder claims(
            Login login, UUID sessionId, String scope, Instant now, Duration lifetime) {
        return JwtClaimsSet.builder()
                .issuer(ISSUER)
                .subject(login.user().email())
                .issuedAt(now)
                .expiresAt(now.plus(lifetime))
                .claim("userId", login.user().id().toString())
                .claim("scopes", List.of(scope))
                .claim("sessionId", sessionId.toString())
                .claim(PASSWORD_VERSION, login.passwordVersion())
                .claim("isPublic", false);
    }

    private String sign(JwtClaimsSet.Builder claims) {
        return encoder.obtain().encode(JwtEncoderParameters.from(claims.build())).getTokenValue();
    }

    /**
     * Reads the user and session from an access token.
     *
     * @throws SignInException if the token is not an access token of this installation, or no longer valid
     */
    AccessClaims readAccess(String token) {
        Jwt jwt = decode(token);
        String scope = scope(jwt);
        Authority authority =
                Arrays.stream(Authority.values())
                        .filter(a -> a.name().equals(scope))
                        .findFirst()
                        .orElseThrow(() -> SignInException.refused("Invalid JWT token"));
        SecurityUser user =
                new SecurityUser(
                        UserId.of(claim(jwt, "userId")),
                        TenantId.of(claim(jwt, "tenantId")),
                        CustomerId.of(claim(jwt, "customerId")),
                        claim(jwt, "sub"),
                        authority,
                        UUID.fromString(claim(jwt, "sessionId")));
        return new AccessClaims(user, passwordVersion(jwt));
    }

    /** Issues a token with which an instance calls another one. */
    String issueInstance(String from, String to, Duration lifetime) {
        Instant now = clock.instant();
        return sign(
                JwtClaimsSet.builder()
                        .issuer(ISSUER)
                        .subject(from)
                        .audience(List.of(to))
                        .issuedAt(now)
                        .expiresAt(now.plus(lifetime))
                        .claim("scopes", List.of(INSTANCE_SCOPE)));
    }

    /**
     * Reads the name of the calling instance from its token.
     *
     * @param self the name of this instance, for which the token must have been issued
     * @throws SignInException if it is no such token, or no longer valid
     */
    String readInstance(String token, String self) {
        Jwt jwt = decode(token);
        List<String> audience = jwt.getAudience();
        if (!INSTANCE_SCOPE.equals(scope(jwt)) || audience == null || !audience.contains(self)) {
            throw SignInException.refused("Invalid JWT token");
        }
        return claim(jwt, "sub");
    }

    /** Returns when a valid token expires. */
    Instant expiry(String token) {
        Instant expiresAt = decode(token).getExpiresAt();
        if (expiresAt == null) {
            throw SignInException.refused("Invalid JWT token");
        }
        return expiresAt;
    }

    /**
     * Reads the user and session from a refresh token.
     *
     * @throws SignInException if the token is not a refresh token of this installation, or no longer valid
     */
    RefreshClaims readRefresh(String token) {
        Jwt jwt = decode(token);
        if (!REFRESH_SCOPE.equals(scope(jwt))) {
            throw SignInException.refused("Invalid refresh token");
        }
        return new RefreshClaims(
                UserId.of(claim(jwt, "userId")),
                UUID.fromString(claim(jwt, "sessionId")),
                passwordVersion(jwt));
    }

    private static int passwordVersion(Jwt jwt) {
        return jwt.getClaim(PASSWORD_VERSION) instanceof Number version ? version.intValue() : 0;
    }

    private static String scope(Jwt jwt) {
        List<String> scopes = jwt.getClaimAsStringList("scopes");
        return scopes == null || scopes.size() != 1 ? "" : scopes.getFirst();
    }

    private static String claim(Jwt jwt, String name) {
        String value = jwt.getClaimAsString(name);
        if (value == null) {
            throw SignInException.refused("Invalid JWT token");
        }
        return value;
    }

    private Jwt decode(String token) {
        @Nullable Jwt known = verified.getIfPresent(token);
        if (known != null && isValid(known)) {
            return known;
        }
        try {
            Jwt jwt = decoder.obtain().decode(token);
            verified.put(token, jwt);
            return jwt;
        } catch (JwtException e) {
            throw isNoToken(e)
                    ? SignInException.refused("Invalid JWT token")
                    : SignInException.expired();
        }
    }

    private boolean isValid(Jwt jwt) {
        Instant expiresAt = jwt.getExpiresAt();
        return expiresAt != null && clock.instant().isBefore(expiresAt);
    }

    /**
     * True if the text is not a token at all. A wrong signature, in contrast, is treated as an expired token, because
     * the key may have changed since it was issued.
     */
    private static boolean isNoToken(JwtException e) {
        return e.getCause() instanceof ParseException
                || (e.getCause() == null
                        && e.getMessage() != null
                        && e.getMessage().contains("Unsupported"));
    }

    /** The claims of an access token. */
    record AccessClaims(SecurityUser user, int passwordVersion) {}

    /** The claims of a refresh token. */
    record RefreshClaims(UserId userId, UUID sessionId, int passwordVersion) {}
}
