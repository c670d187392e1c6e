// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Changes of one's own password. */
class PasswordIT {

    private static final String NEXT = "another password";

    private final RestServer server = RestServer.running();
    private final RestClient anonymous = server.anonymous();
    private final TenantId tenant = server.newTenant();
    private final String email = server.addUser(tenant, IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN);
    private final JsonNode first = signIn(RestServer.PASSWORD).expect(200).json();
    private final RestClient user = as(first);

    private RestClient.Answer signIn(String password) {
        return anonymous.post("/api/auth/login", Map.of("username", email, "password", password));
    }

    private RestClient as(JsonNode pair) {
        return anonymous.withToken(pair.path("token").stringValue());
    }

    private RestClient.Answer refresh(JsonNode pair) {
        return anonymous.post(
                "/api/auth/token", Map.of("refreshToken", pair.path("refreshToken").stringValue()));
    }

    private RestClient.Answer change(String current, String wanted) {
        return user.post(
                "/api/auth/changePassword",
                Map.of("currentPassword", current, "newPassword", wanted));
    }

    @Test
    void aChangeEndsAllEarlierSessionsAndBeginsANewOne() {
        JsonNode other = signIn(RestServer.PASSWORD).expect(200).json();
        as(other).get("/api/auth/user").expect(200);

        JsonNode next = change(RestServer.PASSWORD, NEXT).expect(200).json();

        assertThat(next.propertyNames()).containsExactlyInAnyOrder("token", "refreshToken");
        as(next).get("/api/auth/user").expect(200);
        refresh(next).expect(200);
        user.get("/api/auth/user").expectError(401, 11);
        refresh(first).expectError(401, 11);
        as(other).get("/api/auth/user").expectError(401, 11);
        refresh(other).expectError(401, 11);
        signIn(RestServer.PASSWORD).expectError(401, 10);
        signIn(NEXT).expect(200);
    }

    @Test
    void aChangeOnAnotherInstanceEndsTheSessionsHere() {
        user.get("/api/auth/user").expect(200);

        // What another instance does. Here the answer about the session is remembered.
        JdbcClient jdbc = server.bean(JdbcClient.class);
        jdbc.sql(
                        """
                        update user_credentials set password_version = password_version + 1
                         where user_id = (select id from user_account where email = ?)
                        """)
                .param(email)
                .update();
        RevokedSessions elsewhere = new RevokedSessions(jdbc, Clock.systemUTC());
        JwtTokens.AccessClaims claims =
                server.bean(JwtTokens.class).readAccess(first.path("token").stringValue());

        assertThat(elsewhere.hasEnded(claims.user().sessionId(), claims.user().userId(), 0))
                .isTrue();
        assertThat(elsewhere.hasEnded(claims.user().sessionId(), claims.user().userId(), 1))
                .isFalse();
        // Not even while the answer is remembered does an old session get new tokens.
        refresh(first).expectError(401, 11);
    }

    @Test
    void refusesAWrongCurrentPasswordInThingsBoardsWords() {
        assertThat(change("wrong", NEXT).expectError(400, 31).text("/message"))
                .isEqualTo("Current password doesn't match!");
        user.get("/api/auth/user").expect(200);
        signIn(RestServer.PASSWORD).expect(200);
    }

    @Test
    void refusesANewPasswordAgainstTheRules() {
        String of73Bytes = "é".repeat(36) + "x";

        for (String wanted : List.of("", "short", of73Bytes)) {
            assertThat(change(RestServer.PASSWORD, wanted).expectError(400, 31).text("/message"))
                    .isEqualTo("newPassword: expected at least 6 characters and at most 72 bytes");
        }
    }

    @Test
    void refusesTheCurrentPasswordAsTheNewOne() {
        assertThat(
                        change(RestServer.PASSWORD, RestServer.PASSWORD)
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("New password should be different from existing!");
    }

    @Test
    void refusesARequestThatLacksAPassword() {
        for (String field : new String[] {"currentPassword", "newPassword"}) {
            assertThat(
                            user.post("/api/auth/changePassword", Map.of(field, NEXT))
                                    .expectError(400, 31)
                                    .text("/message"))
                    .endsWith("Password: expected a text; it is missing");
        }
    }

    @Test
    void wrongCurrentPasswordsCountAsFailedSignIns() {
        for (int i = 0; i < LoginThrottle.MAX_PER_ACCOUNT; i++) {
            change("wrong" + i, NEXT).expectError(400, 31);
        }

        RestClient.Answer refused = change(RestServer.PASSWORD, NEXT).expectError(429, 33);

        assertThat(refused.header("Retry-After")).isEqualTo("60");
        signIn(RestServer.PASSWORD).expectError(429, 33);
    }

    @Test
    void everyoneCanReadTheRules() {
        JsonNode policy = anonymous.get("/api/noauth/userPasswordPolicy").expect(200).json();

        assertThat(policy.path("minimumLength").intValue()).isEqualTo(6);
        assertThat(policy.path("maximumLength").intValue()).isEqualTo(72);
        assertThat(policy.path("allowWhitespaces").booleanValue()).isTrue();
        assertThat(policy.path("minimumDigits").isNull()).isTrue();
    }
}
