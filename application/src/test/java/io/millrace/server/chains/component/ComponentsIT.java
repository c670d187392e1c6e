// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ComponentsIT {

    /** The node types as the tests of the UI know them. */
    private static final Path FIXTURE =
            Path.of("../ui-config/src/main/web/src/model/schema/components.fixture.json");

    private static final String UPDATE =
            "./mvnw verify -pl application -am -Dskip.ui -Dfixture.update -Dit.test=ComponentsIT#theFixture*"
                    + " -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false";

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.newTenantAdministrator();

    private JsonNode get(String path) {
        return admin.get(path).expect(200).json();
    }

    @Test
    void describesEachTypeOfTheCatalogue() {
        JsonNode all = get("/api/components");

        assertThat(all.valueStream())
                .hasSameSizeAs(server.bean(NodeCatalogue.class).definitions())
                .allSatisfy(type -> {
                    JsonNode definition = type.at("/configurationDescriptor/nodeDefinition");
                    assertThat(type.path("clazz").asString()).isNotBlank();
                    assertThat(definition.path("relationTypes").valueStream())
                            .last()
                            .satisfies(label -> assertThat(label.asString()).isEqualTo("Failure"));
                    assertThat(definition.path("defaultConfiguration").isObject()).isTrue();
                    assertThat(definition.at("/configurationSchema/type").asString())
                            .isEqualTo("object");
                });
    }

    @Test
    void theFixtureOfTheUiHasAllTypes() throws IOException {
        String types = get("/api/components").toPrettyString() + "\n";
        if (System.getProperty("fixture.update") != null) {
            Files.writeString(FIXTURE, types);
        }

        assertThat(Files.readString(FIXTURE))
                .as("%s, which is updated by: %s", FIXTURE, UPDATE)
                .isEqualTo(types);
    }

    @Test
    void listsTheGroupsThatAreAskedFor() {
        assertThat(get("/api/components?componentTypes=FILTER,EXTERNAL&ruleChainType=CORE"))
                .extracting(type -> type.path("type").asString())
                .contains("FILTER", "EXTERNAL")
                .doesNotContain("FLOW", "ACTION");
        assertThat(get("/api/components/FLOW"))
                .isNotEmpty()
                .allSatisfy(type -> assertThat(type.path("type").asString()).isEqualTo("FLOW"));
        admin.get("/api/components/CLOUD").expectError(400, 31);
        admin.get("/api/components?componentTypes=CLOUD").expectError(400, 31);
    }

    @Test
    void describesATypeByEitherOfItsNames() {
        JsonNode chain = get("/api/component/flow.rule-chain");

        assertThat(get("/api/component/org.thingsboard.rule.engine.flow.TbRuleChainInputNode"))
                .isEqualTo(chain);
        assertThat(chain.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "type",
                        "scope",
                        "clusteringMode",
                        "name",
                        "clazz",
                        "nodeType",
                        "configurationVersion",
                        "hasQueueName",
                        "actions",
                        "configurationDescriptor");
        assertThat(chain.path("clazz").asString())
                .isEqualTo("org.thingsboard.rule.engine.flow.TbRuleChainInputNode");
        assertThat(chain.path("configurationVersion").intValue()).isEqualTo(1);
        JsonNode definition = chain.at("/configurationDescriptor/nodeDefinition");
        assertThat(definition.path("ruleChainNode").booleanValue()).isTrue();
        assertThat(definition.path("customRelations").booleanValue()).isTrue();
        assertThat(definition.at("/configurationSchema/properties/ruleChainId/type").toString())
                .isEqualTo("[\"string\",\"null\"]");
        admin.get("/api/component/com.example.Node").expectError(404, 32);
    }

    @Test
    void saysWhichTypesHaveAQueueOfTheirOwnChoice() {
        assertThat(get("/api/components").valueStream())
                .filteredOn(type -> type.path("hasQueueName").booleanValue())
                .extracting(type -> type.path("nodeType").stringValue())
                .containsExactlyInAnyOrder(
                        "action.generator", "flow.checkpoint", "transform.deduplication");
    }

    @Test
    void listsTheNodesThatShipAsPlugins() {
        assertThat(get("/api/components/EXTERNAL").valueStream())
                .extracting(type -> type.path("nodeType").stringValue())
                .contains(
                        "external.kafka",
                        "external.mqtt",
                        "external.rabbitmq",
                        "external.send-email",
                        "external.slack");
        assertThat(
                        get("/api/component/org.thingsboard.rule.engine.mqtt.TbMqttNode")
                                .at(
                                        "/configurationDescriptor/nodeDefinition/configurationSchema/properties/protocolVersion")
                                .toString())
                .contains("MQTT_5");
    }
}
