// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What users store can be stored, and can be read back. */
class StorableContentIT {

    private static final int LONGEST = DocumentRules.MAX_BYTES;

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.newTenantAdministrator();

    private String newDevice() {
        return admin.post("/api/device", "{\"name\":\"Valve\"}").expect(200).text("/id/id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud83d", "\\udeb2", "\\u0000"})
    void namesWithTextThatCannotBeStoredAreRefused(String text) {
        String message =
                admin.post("/api/device", "{\"name\":\"Valve %s\"}".formatted(text))
                        .expectError(400, 31)
                        .text("/message");

        assertThat(message).startsWith("body: \"name\" has " + text);
    }

    @Test
    void namesWithWholePairsAreStored() {
        String name =
                admin.post("/api/device", "{\"name\":\"Valve \\ud83d\\udeb2\"}")
                        .expect(200)
                        .text("/name");

        assertThat(name).isEqualTo("Valve 🚲");
    }

    @ParameterizedTest
    @CsvSource({
        "timeseries/ANY, {\"state\":\"\\ud83d\"}, state",
        "timeseries/ANY, {\"state\":{\"x\":\"\\u0000\"}}, x",
        "attributes/SERVER_SCOPE, {\"state\":\"\\udeb2\"}, state"
    })
    void telemetryWithTextThatCannotBeStoredIsRefused(String path, String body, String key) {
        String answer =
                admin.post("/api/plugins/telemetry/DEVICE/%s/%s".formatted(newDevice(), path), body)
                        .expect(400)
                        .body();

        assertThat(answer).startsWith("body: \"%s\" has \\u".formatted(key));
    }

    @Test
    void valuesLongerThanTheLimitAreRefusedByName() {
        String answer =
                admin.post(
                                "/api/plugins/telemetry/DEVICE/%s/timeseries/ANY"
                                        .formatted(newDevice()),
                                "{\"log\":\"%s\"}".formatted("x".repeat(LONGEST + 1)))
                        .expect(400)
                        .body();

        assertThat(answer)
                .isEqualTo(
                        "body: expected values of at most 262144 characters; \"log\" has 262145");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/device, name, additionalInfo",
        "/api/device, name, deviceData",
        "/api/asset, name, additionalInfo",
        "/api/customer, title, additionalInfo",
        "/api/ruleChain, name, additionalInfo",
        "/api/ruleChain, name, configuration",
        "/api/deviceProfile, name, profileData"
    })
    void documentsLongerThanTheLimitAreRefusedByName(String path, String title, String field) {
        String body =
                "{\"%s\":\"Big\",\"%s\":{\"text\":\"%s\"}}"
                        .formatted(title, field, "x".repeat(LONGEST));

        String message = admin.post(path, body).expectError(400, 31).text("/message");

        assertThat(message)
                .isEqualTo(
                        "%s: expected at most 262144 bytes (256 KiB), got %d"
                                .formatted(field, LONGEST + "{\"text\":\"\"}".length()));
    }

    @Test
    void aLongPageOfTheLongestRowsIsRead() {
        String text = "x".repeat(LONGEST - "{\"text\":\"\"}".length());
        for (int i = 0; i < 40; i++) {
            admin.post(
                            "/api/device",
                            "{\"name\":\"D%02d\",\"additionalInfo\":{\"text\":\"%s\"}}"
                                    .formatted(i, text))
                    .expect(200);
        }

        JsonNode page =
                admin.get(
                                "/api/tenant/devices?pageSize=1000&page=0&sortProperty=name&sortOrder=DESC")
                        .expect(200)
                        .json();

        assertThat(page.path("totalElements").intValue()).isEqualTo(40);
        assertThat(page.path("data")).hasSize(40);
        for (int i = 0; i < 40; i++) {
            JsonNode device = page.path("data").get(i);
            assertThat(device.path("name").stringValue()).isEqualTo("D%02d".formatted(39 - i));
            assertThat(device.at("/additionalInfo/text").stringValue()).hasSize(text.length());
        }
    }
}
