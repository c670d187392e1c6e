// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AuthIT {

    private final RestServer server = RestServer.running();
    private final RestClient anonymous = server.anonymous();
    private final TenantId tenant = server.newTenant();
    private final String email = server.addUser(tenant, IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN);

    private JsonNode login() {
        return anonymous
                .post("/api/auth/login", Map.of("username", email, "password", RestServer.PASSWORD))
                .expect(200)
                .json();
    }

    private static JsonNode claims(String token) {
        String payload = token.split("\\.")[1];
        return new JsonMapper()
                .readTree(
                        new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
    }

    @Test
    void anAccessTokenCarriesTheClaimsThatClientsRead() {
        String token = login().path("token").stringValue();
        JsonNode claims = claims(token);

        assertThat(
                        new String(
                                Base64.getUrlDecoder().decode(token.split("\\.")[0]),
                                StandardCharsets.UTF_8))
                .contains("\"HS512\"");
        assertThat(claims.path("sub").stringValue()).isEqualTo(email);
        assertThat(claims.path("iss").stringValue()).isEqualTo("millrace.local");
        assertThat(claims.path("scopes").get(0).stringValue()).isEqualTo("TENANT_ADMIN");
        assertThat(claims.path("tenantId").stringValue()).isEqualTo(tenant.toString());
        assertThat(claims.path("customerId").stringValue())
                .isEqualTo("13814000-1dd2-11b2-8080-808080808080");
        assertThat(claims.path("userId").stringValue()).isNotBlank();
        assertThat(claims.path("sessionId").stringValue()).isNotBlank();
        assertThat(claims.path("firstName").stringValue()).isEqualTo("Ada");
        assertThat(claims.path("enabled").booleanValue()).isTrue();
        assertThat(claims.path("isPublic").booleanValue()).isFalse();
        assertThat(claims.path("exp").longValue() - claims.path("iat").longValue()).isEqualTo(9000);
    }

    @Test
    void aRefreshTokenCarriesItsOwnScopeAndLivesAWeek() {
        JsonNode pair = login();
        JsonNode claims = claims(pair.path("refreshToken").stringValue());

        assertThat(claims.path("scopes").get(0).stringValue()).isEqualTo("REFRESH_TOKEN");
        assertThat(claims.path("jti").stringValue()).isNotBlank();
        assertThat(claims.path("sessionId"))
                .isEqualTo(claims(pair.path("token").stringValue()).path("sessionId"));
        assertThat(claims.has("tenantId")).isFalse();
        assertThat(claims.path("exp").longValue() - claims.path("iat").longValue())
                .isEqualTo(604_800);
    }

    @Test
    void tellsWhoIsSignedIn() {
        RestClient user = anonymous.withToken(login().path("token").stringValue());

        JsonNode answer = user.get("/api/auth/user").expect(200).json();

        assertThat(answer.path("email").stringValue()).isEqualTo(email);
        assertThat(answer.path("name").stringValue()).isEqualTo(email);
        assertThat(answer.path("authority").stringValue()).isEqualTo("TENANT_ADMIN");
        assertThat(answer.at("/tenantId/entityType").stringValue()).isEqualTo("TENANT");
        assertThat(answer.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(answer.at("/customerId/id").stringValue())
                .isEqualTo("13814000-1dd2-11b2-8080-808080808080");
        assertThat(answer.has("lastName")).isTrue();
        assertThat(answer.path("lastName").isNull()).isTrue();
    }

    @Test
    void aWrongPasswordAndAnUnknownAccountAreRefusedInTheSameWords() {
        String wrong =
                anonymous
                        .post("/api/auth/login", Map.of("username", email, "password", "wrong"))
                        .expectError(401, 10)
                        .text("/message");
        String unknown =
                anonymous
                        .post(
                                "/api/auth/login",
                                Map.of("username", "no@example.com", "password", "wrong"))
                        .expectError(401, 10)
                        .text("/message");

        assertThat(wrong).isEqualTo(unknown);
    }

    @Test
    void refusesALoginWithoutPassword() {
        anonymous.post("/api/auth/login", Map.of("username", email)).expectError(401, 10);
    }

    @Test
    void refusesOtherMethodsThanPostForTokens() {
        anonymous.get("/api/auth/login").expectError(401, 10);
        anonymous.get("/api/auth/token").expectError(401, 10);
        server.signIn(email).get("/api/auth/login").expectError(401, 10);
    }

    @Test
    void aRefreshTokenGetsTheNextPairOfTheSameSession() {
        JsonNode first = login();
        JsonNode second =
                anonymous
                        .post(
                                "/api/auth/token",
                                Map.of("refreshToken", first.path("refreshToken").stringValue()))
                        .expect(200)
                        .json();

        String token = second.path("token").stringValue();
        assertThat(claims(token).path("sessionId"))
                .isEqualTo(claims(first.path("token").stringValue()).path("sessionId"));
        anonymous.withToken(token).get("/api/auth/user").expect(200);
    }

    @Test
    void aRefreshTokenIsNoAccessToken() {
        anonymous
                .withToken(login().path("refreshToken").stringValue())
                .get("/api/auth/user")
                .expectError(401, 10);
    }

    @Test
    void anAccessTokenIsNoRefreshToken() {
        anonymous
                .post(
                        "/api/auth/token",
                        Map.of("refreshToken", login().path("token").stringValue()))
                .expectError(401, 10);
    }

    @Test
    void logoutInvalidatesTheTokensOfThisSessionOnly() {
        JsonNode left = login();
        JsonNode other = login();
        RestClient leaving = anonymous.withToken(left.path("token").stringValue());

        leaving.post("/api/auth/logout", "").expect(200);

        leaving.get("/api/auth/user").expectError(401, 11);
        anonymous
                .post(
                        "/api/auth/token",
                        Map.of("refreshToken", left.path("refreshToken").stringValue()))
                .expectError(401, 11);
        anonymous.withToken(other.path("token").stringValue()).get("/api/auth/user").expect(200);
    }

    @Test
    void tellsAMissingTokenFromAMalformedAndAForgedOne() {
        String token = login().path("token").stringValue();
        String[] parts = token.split("\\.");
        String forged = parts[0] + "." + parts[1] + "." + "A".repeat(parts[2].length());

        anonymous.get("/api/auth/user").expectError(401, 10);
        anonymous.withToken("no-token").get("/api/auth/user").expectError(401, 10);
        anonymous.withToken(forged).get("/api/auth/user").expectError(401, 11);
    }

    @Test
    void refusesATokenWithoutSignature() {
        String payload = login().path("token").stringValue().split("\\.")[1];
        String header =
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));

        anonymous
                .withToken(header + "." + payload + ".")
                .get("/api/auth/user")
                .expectError(401, 10);
    }

    @Test
    void theHeaderXAuthorizationWinsOverAuthorization() {
        String token = login().path("token").stringValue();

        assertThat(withHeaders("X-Authorization", "Bearer " + token, "Authorization", "Bearer x"))
                .isEqualTo(200);
        assertThat(withHeaders("X-Authorization", "Bearer x", "Authorization", "Bearer " + token))
                .isEqualTo(401);
        assertThat(withHeaders("X-Authorization", "Bearer " + token)).isEqualTo(200);
        assertThat(withHeaders("Authorization", "Basic " + token)).isEqualTo(401);
    }

    private int withHeaders(String... headers) {
        return anonymous
                .send(anonymous.request("/api/auth/user").headers(headers).build())
                .status();
    }

    @Test
    void anExpiredTokenDoesNotHinderTheNextLogin() {
        anonymous
                .withToken("outdated")
                .post("/api/auth/login", Map.of("username", email, "password", RestServer.PASSWORD))
                .expect(200);
    }

    @Test
    void tooManyWrongPasswordsForAnAccountAreAnsweredWith429EvenWhenTheNextIsRight() {
        for (int i = 0; i < LoginThrottle.MAX_PER_ACCOUNT; i++) {
            anonymous
                    .post("/api/auth/login", Map.of("username", email, "password", "wrong" + i))
                    .expectError(401, 10);
        }

        RestClient.Answer answer =
                anonymous
                        .post(
                                "/api/auth/login",
                                Map.of("username", email, "password", RestServer.PASSWORD))
                        .expectError(429, 33);
        assertThat(answer.header("Retry-After")).isEqualTo("60");
    }
}
