// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.MovedClock;
import io.millrace.server.web.api.ErrorCode;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class JwtTokensTest {

    private static final SecretKey KEY = new SecretKeySpec(new byte[64], "HmacSHA512");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final User user =
            new User(
                    new UserId(UUID.randomUUID()),
                    0,
                    new TenantId(UUID.randomUUID()),
                    IdJson.NO_CUSTOMER,
                    "a@example.com",
                    Authority.TENANT_ADMIN,
                    null,
                    null,
                    null,
                    1,
                    null);
    private final UUID session = UUID.randomUUID();
    private final TokenPair pair =
            tokens(Duration.ZERO).issue(new Login(user, null, true, 3), session);

    private static JwtTokens tokens(Duration sinceStart) {
        return new JwtTokens(KEY, Clock.fixed(START.plus(sinceStart), ZoneOffset.UTC));
    }

    private static ErrorCode refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(SignInException.class, call).code();
    }

    @Test
    void anAccessTokenNamesItsUserUntilItExpires() {
        JwtTokens.AccessClaims named = tokens(Duration.ofSeconds(8_999)).readAccess(pair.token());

        assertThat(named.user())
                .isEqualTo(
                        new SecurityUser(
                                user.id(),
                                user.tenantId(),
                                IdJson.NO_CUSTOMER,
                                "a@example.com",
                                Authority.TENANT_ADMIN,
                                session));
        assertThat(refusal(() -> tokens(Duration.ofSeconds(9_001)).readAccess(pair.token())))
                .isEqualTo(ErrorCode.JWT_TOKEN_EXPIRED);
    }

    @Test
    void aTokenThatWasReadBeforeExpiresToo() {
        MovedClock clock = new MovedClock(START);
        JwtTokens tokens = new JwtTokens(KEY, clock);
        tokens.readAccess(pair.token());
        tokens.readAccess(pair.token());

        clock.pass(Duration.ofSeconds(9_001));

        assertThat(refusal(() -> tokens.readAccess(pair.token())))
                .isEqualTo(ErrorCode.JWT_TOKEN_EXPIRED);
    }

    @Test
    void aRefreshTokenLivesAWeek() {
        JwtTokens almost = tokens(Duration.ofDays(7).minusSeconds(1));

        assertThat(almost.readRefresh(pair.refreshToken()).sessionId()).isEqualTo(session);
        assertThat(
                        refusal(() ->
                                tokens(Duration.ofDays(7).plusSeconds(1))
                                        .readRefresh(pair.refreshToken())))
                .isEqualTo(ErrorCode.JWT_TOKEN_EXPIRED);
    }

    @Test
    void aTokenOfAnInstanceNamesItForTheOtherInstanceOnly() {
        String token = tokens(Duration.ZERO).issueInstance("a", "b", Duration.ofMinutes(2));

        assertThat(tokens(Duration.ofSeconds(119)).readInstance(token, "b")).isEqualTo("a");
        assertThat(refusal(() -> tokens(Duration.ZERO).readInstance(token, "c")))
                .isEqualTo(ErrorCode.AUTHENTICATION);
        assertThat(refusal(() -> tokens(Duration.ofSeconds(121)).readInstance(token, "b")))
                .isEqualTo(ErrorCode.JWT_TOKEN_EXPIRED);
    }

    @Test
    void tokensOfUsersAndOfInstancesDoNotStandForEachOther() {
        JwtTokens tokens = tokens(Duration.ZERO);
        String ofInstance = tokens.issueInstance("a", "b", Duration.ofMinutes(2));

        assertThat(refusal(() -> tokens.readAccess(ofInstance)))
                .isEqualTo(ErrorCode.AUTHENTICATION);
        assertThat(refusal(() -> tokens.readRefresh(ofInstance)))
                .isEqualTo(ErrorCode.AUTHENTICATION);
        assertThat(refusal(() -> tokens.readInstance(pair.token(), "b")))
                .isEqualTo(ErrorCode.AUTHENTICATION);
        assertThat(refusal(() -> tokens.readInstance(pair.refreshToken(), "b")))
                .isEqualTo(ErrorCode.AUTHENTICATION);
    }

    @Test
    void bothTokensNameTheVersionOfThePassword() {
        JwtTokens tokens = tokens(Duration.ZERO);

        assertThat(tokens.readAccess(pair.token()).passwordVersion()).isEqualTo(3);
        assertThat(tokens.readRefresh(pair.refreshToken()).passwordVersion()).isEqualTo(3);
    }

    @Test
    void aTokenOfAnotherKeyIsOutdated() {
        byte[] other = new byte[64];
        other[0] = 1;
        JwtTokens others =
                new JwtTokens(
                        new SecretKeySpec(other, "HmacSHA512"), Clock.fixed(START, ZoneOffset.UTC));

        assertThat(refusal(() -> others.readAccess(pair.token())))
                .isEqualTo(ErrorCode.JWT_TOKEN_EXPIRED);
    }

    @Test
    void textThatIsNoTokenIsNotAuthenticated() {
        for (String text : new String[] {"", "x", "a.b.c", "..", "Bearer"}) {
            assertThat(refusal(() -> tokens(Duration.ZERO).readAccess(text)))
                    .as(text)
                    .isEqualTo(ErrorCode.AUTHENTICATION);
        }
    }
}
