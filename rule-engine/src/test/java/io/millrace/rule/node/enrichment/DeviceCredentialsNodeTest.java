// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.rule.node.NodeTester.DEVICE;
import static io.millrace.rule.node.NodeTester.TENANT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.DeviceCredentialsStore;
import io.millrace.rule.store.DeviceCredentialsStore.Credentials;
import io.millrace.rule.store.memory.InMemoryDeviceCredentialsStore;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceCredentialsNodeTest {

    private final InMemoryDeviceCredentialsStore store = new InMemoryDeviceCredentialsStore();
    private final NodeDefinition<?> definition = DeviceCredentialsNode.definition(store);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition)).isEqualTo("{\"fetchTo\":\"METADATA\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ACCESS_TOKEN     | abc                                   | "abc"
                    X509_CERTIFICATE | MIIB                                  | "MIIB"
                    MQTT_BASIC       | {"userName":"u","password":"p"}       | {"userName":"u","password":"p"}
                    """)
    void writesTypeAndCredentials(DeviceCredentialsStore.Type type, String value, String json) {
        store.put(TENANT, DEVICE, new Credentials(type, value));
        RuleMessage message = NodeTester.telemetry("{\"a\": 1}");

        RuleMessage inMetadata = EnrichmentFixture.success(run("METADATA", message));
        RuleMessage inPayload = EnrichmentFixture.success(run("DATA", message));

        assertThat(inMetadata.metadata().values())
                .containsExactly(
                        Map.entry("credentialsType", type.name()), Map.entry("credentials", value));
        assertThat(inMetadata.payload()).isSameAs(message.payload());
        assertThat(inPayload.payload().text())
                .isEqualTo(
                        "{\"a\":1,\"credentialsType\":\"%s\",\"credentials\":%s}"
                                .formatted(type, json));
        assertThat(inPayload.metadata()).isSameAs(message.metadata());
    }

    @Test
    void failsWhereThereAreNone() {
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(EnrichmentFixture.error(run("METADATA", message), message))
                .isEqualTo("there are no credentials of device " + DEVICE);
    }

    @Test
    void failsForOriginatorsThatAreNoDevices() {
        RuleMessage message =
                EnrichmentFixture.from(
                        new EntityId(EntityType.ASSET, TimeOrderedUuid.next()), "{}");

        assertThat(EnrichmentFixture.error(run("METADATA", message), message))
                .isEqualTo("the originator must be a device, not Asset");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "null", "", "{"})
    void failsForAPayloadThatCannotTakeThemIn(String payload) {
        store.put(TENANT, DEVICE, new Credentials(DeviceCredentialsStore.Type.ACCESS_TOKEN, "abc"));
        RuleMessage message = NodeTester.telemetry(payload);

        assertThat(EnrichmentFixture.error(run("DATA", message), message))
                .containsAnyOf("the payload must be a JSON object", "the payload is not JSON");
        assertThat(EnrichmentFixture.success(run("METADATA", message)).payload())
                .isSameAs(message.payload());
    }

    @Test
    void looksAtThePayloadBeforeItLooksForCredentials() {
        RuleMessage message = NodeTester.telemetry("[]");

        assertThat(EnrichmentFixture.error(run("DATA", message), message)).contains("JSON object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"fetchTo\":null}", "{\"fetchTo\":\"HEADER\"}"})
    void needsToKnowWhereTheyGo(String configuration) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("fetchTo:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"fetchToMetadata":true}  | {"fetchTo":"METADATA"}
                    {"fetchToMetadata":false} | {"fetchTo":"DATA"}
                    {"fetchTo":"DATA"}        | {"fetchTo":"DATA"}
                    {}                        | {}
                    """)
    void upgradesFromVersion0(String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, 0)).hasToString(current);
    }

    @Test
    void refusesAnOlderConfigurationThatItCannotRead() {
        assertThatThrownBy(() -> NodeTester.upgraded(definition, "{\"fetchToMetadata\":null}", 0))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("fetchToMetadata:");
    }

    private NodeResult run(String fetchTo, RuleMessage message) {
        return NodeTester.run(
                NodeTester.node(definition, "{\"fetchTo\":\"%s\"}".formatted(fetchTo)), message);
    }
}
