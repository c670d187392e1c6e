// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiIT {

    private final RestClient anonymous = RestServer.running().anonymous();

    @Test
    void describesTheApiWithItsBearerTokens() {
        JsonNode api = anonymous.get("/v3/api-docs").expect(200).json();

        assertThat(api.path("openapi").stringValue()).startsWith("3.");
        assertThat(api.at("/components/securitySchemes/bearer/scheme").stringValue())
                .isEqualTo("bearer");
        assertThat(api.path("security").get(0).has("bearer")).isTrue();
        assertThat(api.path("paths").propertyNames())
                .contains(
                        "/api/auth/login",
                        "/api/device",
                        "/api/ruleChain/import",
                        "/api/tenant",
                        "/api/tenantProfile",
                        "/api/tenant/devices",
                        "/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries")
                .doesNotContain("/error");
    }

    @Test
    void describesIdsAndPagesAsTheyAreOnTheWire() {
        JsonNode api = anonymous.get("/v3/api-docs").expect(200).json();
        JsonNode device = api.at("/components/schemas/Device/properties");
        List<String> parameters =
                api.at("/paths/~1api~1tenant~1deviceInfos/get/parameters")
                        .valueStream()
                        .map(parameter -> parameter.path("name").stringValue())
                        .toList();

        assertThat(device.at("/id/properties").propertyNames())
                .containsExactlyInAnyOrder("entityType", "id");
        assertThat(device.has("entityId")).isFalse();
        assertThat(parameters)
                .contains("pageSize", "page", "textSearch", "sortProperty", "sortOrder", "type");
    }

    @Test
    void describesAContactAsItIsOnTheWire() {
        JsonNode api = anonymous.get("/v3/api-docs").expect(200).json();

        for (String schema : List.of("Tenant", "TenantRequest", "Customer", "CustomerRequest")) {
            assertThat(api.at("/components/schemas/" + schema + "/properties").propertyNames())
                    .contains("id", "title", "city", "address2", "email", "version")
                    .doesNotContain("contact", "isPublic");
        }
    }

    @Test
    void describesAQueueAsItIsOnTheWire() {
        JsonNode api = anonymous.get("/v3/api-docs").expect(200).json();

        for (String schema : List.of("Queue", "SavedQueue")) {
            assertThat(api.at("/components/schemas/" + schema + "/properties").propertyNames())
                    .contains("id", "name", "submitStrategy", "processingStrategy", "version")
                    .doesNotContain("document", "queue");
        }
    }

    @Test
    void describesNoParameterWhereTheRequestItselfIsRead() {
        JsonNode ledger =
                anonymous.get("/v3/api-docs").expect(200).json().at("/paths/~1api~1ledger/get");

        assertThat(ledger.has("responses")).isTrue();
        assertThat(ledger.has("parameters")).isFalse();
    }

    @Test
    void showsTheDescriptionInABrowser() {
        RestClient.Answer answer = anonymous.get("/swagger-ui.html");

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).endsWith("/swagger-ui/index.html");
        assertThat(anonymous.get("/swagger-ui/index.html").expect(200).body())
                .contains("swagger-ui")
                .as("the policy of pages forbids inline scripts")
                .doesNotContainPattern("<script>[^<]");
    }
}
