// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorsIT {

    private static final int LIMIT = 16 * 1024 * 1024;

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.newTenantAdministrator();

    @Test
    void anUnknownPathIsNotFound() {
        admin.get("/api/nothing").expectError(404, 32);
        server.anonymous().get("/api/nothing").expectError(401, 10);
        server.anonymous().get("/nothing.html").expectError(404, 32);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/device/types",
                "/api/device/info/default",
                "/api/asset/infos",
                "/api/user/me",
                "/api/tenant/own",
                "/api/queues/main",
                "/api/customer/foo/devices",
                "/api/ruleChain/abc",
                "/api/ruleChain/abc/metadata",
                "/api/ruleChain/abc/versions",
                "/api/deadLetter/latest"
            })
    void aWordInPlaceOfAnIdIsAnUnknownPath(String path) {
        String message = admin.get(path).expectError(404, 32).text("/message");

        assertThat(message).isEqualTo("There is nothing at GET " + path);
    }

    @Test
    void aWordInPlaceOfAnIdIsAnUnknownPathOfTelemetryToo() {
        RestClient.Answer answer =
                admin.get("/api/plugins/telemetry/DEVICE/all/values/timeseries").expect(404);

        assertThat(answer.body()).startsWith("There is nothing at GET ");
    }

    @Test
    void aWrongMethodIsNotAllowed() {
        admin.send("PUT", "/api/device", "{}").expectError(405, 31);
    }

    @Test
    void aMalformedIdIsABadRequestThatSaysWhere() {
        String message = admin.get("/api/device/no-uuid").expectError(400, 31).text("/message");

        assertThat(message).isEqualTo("deviceId: expected a UUID, got 'no-uuid'");
    }

    @Test
    void anUnknownIdIsNotFound() {
        admin.get("/api/device/" + UUID.randomUUID()).expectError(404, 32);
    }

    @Test
    void aBodyThatIsNoJsonSaysWhere() {
        String message =
                admin.post("/api/device", "{\"name\": }").expectError(400, 31).text("/message");

        assertThat(message).contains("not valid JSON").contains("line 1, column");
    }

    @Test
    void aMissingBodyIsABadRequest() {
        admin.send("POST", "/api/device", null).expectError(400, 31);
    }

    @Test
    void aFieldOfTheWrongKindIsNamedWithoutNamingOurClasses() {
        String version =
                admin.post("/api/device", "{\"name\":\"A\",\"version\":\"abc\"}")
                        .expectError(400, 31)
                        .text("/message");
        String id =
                admin.post(
                                "/api/device",
                                "{\"name\":\"A\",\"id\":{\"entityType\":\"ASSET\",\"id\":\"x\"}}")
                        .expectError(400, 31)
                        .text("/message");
        String name =
                admin.post("/api/device", "{\"name\":{\"a\":1}}")
                        .expectError(400, 31)
                        .text("/message");

        assertThat(version).startsWith("version: expected a number").contains("'abc'");
        assertThat(id).startsWith("id: expected {\"entityType\":\"DEVICE\"").contains("ASSET");
        assertThat(name).startsWith("name: expected a text");
        assertThat(version + id + name).doesNotContain("java", "millrace", "jackson");
    }

    @Test
    void otherContentThanJsonIsRefused() {
        assertThat(
                        admin.send(
                                        admin.request("/api/device")
                                                .header("Authorization", "Bearer " + admin.token())
                                                .header("Content-Type", "text/plain")
                                                .POST(BodyPublishers.ofString("{}"))
                                                .build())
                                .status())
                .isEqualTo(415);
    }

    @Test
    void aBodyBeyondTheLimitIsRefusedWhetherItsLengthIsAnnouncedOrNot() {
        byte[] large = new byte[LIMIT + 1];
        java.util.Arrays.fill(large, (byte) ' ');

        admin.send(
                        admin.request("/api/device")
                                .header("Authorization", "Bearer " + admin.token())
                                .header("Content-Type", "application/json")
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () -> new ByteArrayInputStream(large)))
                                .build())
                .expectError(413, 31);
    }

    @Test
    void answersCarryTheHeadersThatKeepBrowsersSafe() {
        RestClient.Answer api = admin.get("/api/auth/user").expect(200);
        assertThat(api.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(api.header("Cache-Control")).contains("no-store");
        assertThat(api.header("Content-Security-Policy")).contains("default-src 'none'");

        RestClient.Answer page = server.anonymous().get("/swagger-ui/index.html").expect(200);
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
        assertThat(page.header("Content-Security-Policy"))
                .isEqualTo(
                        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                                + "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; "
                                + "base-uri 'none'; object-src 'none'");
    }

    @Test
    void healthIsPublicAndTheRestOfActuatorIsNot() {
        assertThat(server.anonymous().get("/actuator/health").status()).isIn(200, 503);
        server.anonymous().get("/actuator/info").expectError(401, 10);
        admin.get("/actuator/info").expectError(403, 20);
    }

    @Test
    void errorsOfTelemetryArePlainText() {
        RestClient.Answer unknown =
                admin.get("/api/plugins/telemetry/DEVICE/" + UUID.randomUUID() + "/keys/timeseries")
                        .expect(404);
        RestClient.Answer malformed =
                admin.get("/api/plugins/telemetry/DEVICE/no-uuid/keys/timeseries").expect(400);

        assertThat(unknown.header("Content-Type")).startsWith("text/plain");
        assertThat(unknown.body()).startsWith("Device with id [");
        assertThat(malformed.body()).isEqualTo("entityId: expected a UUID, got 'no-uuid'");
    }

    @Test
    void aConfusedLoginBodyIsABadRequest() {
        server.anonymous().post("/api/auth/login", "[]").expectError(400, 31);
        server.anonymous().post("/api/auth/login", Map.of()).expectError(401, 10);
    }
}
