// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class OpenApiIT {

    /** The copy from which clients and the types of the UI are generated. */
    private static final Path COPY = Path.of("../api-client/src/main/openapi/openapi.json");

    private static final String UPDATE =
            "./mvnw verify -pl application -am -Dskip.ui -Dopenapi.update -Dit.test=OpenApiIT#theCommittedCopy*"
                    + " -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false";

    private static final RestClient anonymous = RestServer.running().anonymous();
    private static final JsonNode API = anonymous.get("/v3/api-docs").expect(200).json();

    /** An operation with its method and path. */
    private record Operation(String name, JsonNode description) {

        String id() {
            return description.path("operationId").stringValue("");
        }

        Stream<Map.Entry<String, JsonNode>> responses() {
            return description
                    .path("responses")
                    .propertyStream()
                    .map(response -> Map.entry(response.getKey(), resolved(response.getValue())));
        }
    }

    private static Stream<Operation> operations() {
        return API.path("paths")
                .propertyStream()
                .flatMap(path ->
                        path.getValue()
                                .propertyStream()
                                .map(method ->
                                        new Operation(
                                                method.getKey() + " " + path.getKey(),
                                                method.getValue())));
    }

    /** Follows a reference. */
    private static JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").stringValue("");
        return reference.isEmpty() ? node : API.at(reference.substring(1));
    }

    @Test
    void theCommittedCopyIsTheDescription() throws IOException {
        ObjectNode described = (ObjectNode) API.deepCopy();
        // They name the port of this test.
        described.remove("servers");
        JsonMapper sorted =
                JsonMapper.builder()
                        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build();
        String text = sorted.writeValueAsString(sorted.treeToValue(described, Map.class)) + "\n";
        if (System.getProperty("openapi.update") != null) {
            Files.writeString(COPY, text);
        }

        assertThat(Files.readString(COPY))
                .as("%s, which is updated by: %s", COPY, UPDATE)
                .isEqualTo(text);
    }

    @Test
    void operationsHaveTheNamesThatControllersDeclare() {
        List<String> declared =
                RestServer.running()
                        .context()
                        .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                        .getHandlerMethods()
                        .values()
                        .stream()
                        .map(handler ->
                                handler.getMethodAnnotation(
                                        io.swagger.v3.oas.annotations.Operation.class))
                        .filter(operation -> operation != null && !operation.hidden())
                        .map(io.swagger.v3.oas.annotations.Operation::operationId)
                        .toList();

        assertThat(operations().map(Operation::id))
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(id).matches("[a-z][A-Za-z0-9]+"))
                .containsExactlyInAnyOrderElementsOf(declared);
    }

    @Test
    void eachOperationDescribesItsAnswersAndErrors() {
        assertThat(operations())
                .allSatisfy(operation -> {
                    assertThat(operation.responses().map(Map.Entry::getKey))
                            .as(operation.name())
                            .contains("200", "401");
                    assertThat(operation.responses())
                            .allSatisfy(response -> {
                                JsonNode content = response.getValue().path("content");
                                assertThat(content.propertyNames())
                                        .as(operation.name())
                                        .isSubsetOf("application/json", "text/plain");
                                if (!response.getKey().equals("200")) {
                                    assertThat(content.size()).as(operation.name()).isEqualTo(1);
                                    assertThat(content)
                                            .allSatisfy(media ->
                                                    assertThat(media.path("schema").isEmpty())
                                                            .isFalse());
                                }
                            });
                });
    }

    @Test
    void errorsOfTelemetryAreDescribedAsText() {
        JsonNode read =
                API.at(
                        "/paths/~1api~1plugins~1telemetry~1{entityType}~1{entityId}~1keys~1timeseries/get/responses");

        assertThat(resolved(read.path("404")).path("content").propertyNames())
                .containsExactly("text/plain");
        assertThat(resolved(read.path("401")).path("content").propertyNames())
                .containsExactly("application/json");
    }

    @Test
    void lookUpsAndListsAreOperationsOfTheirOwn() {
        assertThat(operations().map(Operation::id))
                .contains(
                        "getTenantDeviceByName",
                        "getTenantDevices",
                        "getTenantAssetByName",
                        "getTenantAssets",
                        "getTenantProfileList",
                        "getTenantProfiles",
                        "findEntityRelationsByFrom",
                        "findEntityRelationsByTo",
                        "getLatestTimeseries",
                        "getTimeseriesHistory");
    }

    @Test
    void propertiesAreRequiredOrMayBeNull() {
        JsonNode device = API.at("/components/schemas/Device");

        assertThat(device.path("required").valueStream().map(JsonNode::stringValue))
                .contains("id", "name", "type", "createdTime")
                .doesNotContain("label", "additionalInfo");
        assertThat(device.at("/properties/label/type").valueStream().map(JsonNode::stringValue))
                .containsExactly("string", "null");
        assertThat(
                        API.at("/components/schemas/DeviceRequest/required")
                                .valueStream()
                                .map(JsonNode::stringValue))
                .containsExactly("name");
    }

    @Test
    void noSchemaDescribesAJavaClassInsteadOfItsJson() {
        JsonNode schemas = API.at("/components/schemas");

        assertThat(schemas.propertyNames())
                .contains(
                        "RuleChain",
                        "RuleChainMetaData",
                        "RuleNode",
                        "ComponentDescriptor",
                        "TsValue",
                        "PageDataDevice",
                        "ErrorResponse")
                .doesNotContain("JsonNode", "ObjectNode", "ResponseEntity", "RuleChainId");
        assertThat(schemas.at("/RuleNode/properties/additionalInfo").has("type"))
                .as("any JSON")
                .isFalse();
    }

    @Test
    void describesTheApiWithItsBearerTokens() {

        assertThat(API.path("openapi").stringValue()).startsWith("3.");
        assertThat(API.at("/components/securitySchemes/bearer/scheme").stringValue())
                .isEqualTo("bearer");
        assertThat(API.path("security").get(0).has("bearer")).isTrue();
        assertThat(API.path("paths").propertyNames())
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
        JsonNode device = API.at("/components/schemas/Device/properties");
        List<String> parameters =
                API.at("/paths/~1api~1tenant~1deviceInfos/get/parameters")
                        .valueStream()
                        .map(parameter -> parameter.path("name").stringValue())
                        .toList();

        assertThat(device.at("/id/$ref").stringValue()).isEqualTo("#/components/schemas/EntityId");
        assertThat(API.at("/components/schemas/EntityId/properties").propertyNames())
                .containsExactlyInAnyOrder("entityType", "id");
        assertThat(device.has("entityId")).isFalse();
        assertThat(parameters)
                .contains("pageSize", "page", "textSearch", "sortProperty", "sortOrder", "type");
    }

    @Test
    void describesAContactAsItIsOnTheWire() {

        for (String schema : List.of("Tenant", "TenantRequest", "Customer", "CustomerRequest")) {
            assertThat(API.at("/components/schemas/" + schema + "/properties").propertyNames())
                    .contains("id", "title", "city", "address2", "email", "version")
                    .doesNotContain("contact", "isPublic");
        }
    }

    @Test
    void describesAQueueAsItIsOnTheWire() {

        for (String schema : List.of("Queue", "QueueRequest", "SavedQueue")) {
            assertThat(API.at("/components/schemas/" + schema + "/properties").propertyNames())
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
