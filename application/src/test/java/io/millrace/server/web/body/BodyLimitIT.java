// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.server.rest.HeldRequest;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that announce a body and hold a part of it back. */
class BodyLimitIT {

    private static final int KIB = 1024;
    private static final int LARGE = 15 * KIB * KIB;

    private final RestServer server = RestServer.running();
    private final BodyBudget budget = server.bean(BodyBudget.class);
    private final String address = server.anonymous().baseUrl();

    private static byte[] spaces(int length) {
        return " ".repeat(length).getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/auth/login", "/api/auth/token", "/api/noauth/activate"})
    void aLargeBodyIsRefusedBeforeSignInWithoutBeingRead(String path) throws IOException {
        List<HeldRequest> requests = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                requests.add(new HeldRequest(address, path, LARGE, null));
            }
            for (HeldRequest request : requests) {
                assertThat(request.status()).startsWith("HTTP/1.1 413");
            }
            assertThat(budget.used()).isZero();
        } finally {
            for (HeldRequest request : requests) {
                request.close();
            }
        }
    }

    @Test
    void aSmallBodyThatIsHeldBackTakesAFewKilobytesUntilTheClientIsGone() throws IOException {
        List<HeldRequest> requests = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                HeldRequest request = new HeldRequest(address, "/api/auth/login", 16 * KIB, null);
                requests.add(request);
                request.send(spaces(16 * KIB - 1));
            }
            await().until(() -> budget.used() == 20L * 16 * KIB);
        } finally {
            for (HeldRequest request : requests) {
                request.close();
            }
        }
        await().until(() -> budget.used() == 0);
    }

    @Test
    void aRequestWithABadTokenIsAnsweredWithoutItsBody() throws IOException {
        for (String token : new String[] {null, "bad"}) {
            try (HeldRequest request = new HeldRequest(address, "/api/device", LARGE, token)) {
                request.send(spaces(64 * KIB));

                assertThat(request.status()).startsWith("HTTP/1.1 401");
                assertThat(budget.used()).isZero();
            }
        }
    }

    @Test
    void theBodyOfAUserTakesMemoryAsItArrivesAndGivesItBackHoweverItEnds() throws IOException {
        RestClient user = server.newTenantAdministrator();
        byte[] part = spaces(500 * KIB);
        try (HeldRequest request = new HeldRequest(address, "/api/device", LARGE, user.token())) {
            await().during(Duration.ofMillis(50)).until(() -> budget.used() == 0);
            request.send(part);
            await().until(() -> budget.used() >= part.length && budget.used() < 2 * part.length);
        }
        await().until(() -> budget.used() == 0);

        user.post("/api/device", "{\"name\":").expectError(400, 31);
        user.post("/api/device", "{\"name\":\"D\"}").expect(200);
        assertThat(budget.used()).isZero();
    }

    @Test
    void moreThanATenantsShareIsAnsweredWith503AndRetryAfter() throws IOException {
        RestClient user = server.newTenantAdministrator();
        long before = budget.refusals();
        // As if the tenant's other requests had the rest.
        BodyBudget.Account others = budget.open(tenantOf(user));
        try {
            others.grow(budget.capacity() / 2 / BodyBudget.STEP * BodyBudget.STEP);

            RestClient.Answer refused =
                    user.post("/api/device", "{\"name\":\"D\"}").expectError(503, 2);

            assertThat(refused.header("Retry-After")).isEqualTo("5");
            assertThat(refused.text("/message")).contains("memory for the bodies of requests");
            assertThat(budget.refusals()).isEqualTo(before + 1);
            server.newTenantAdministrator().post("/api/device", "{\"name\":\"D\"}").expect(200);
        } finally {
            others.close();
        }
        user.post("/api/device", "{\"name\":\"D\"}").expect(200);
    }

    private static Object tenantOf(RestClient user) {
        return TenantId.of(user.get("/api/auth/user").expect(200).text("/tenantId/id"));
    }
}
