// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.rule.node.NodeTester.TENANT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TenantDetailsNodeTest {

    private static final String CONFIGURATION =
            "{\"detailsList\":[\"TITLE\",\"CITY\",\"ADDITIONAL_INFO\"],\"fetchTo\":\"METADATA\"}";

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final NodeDefinition<?> definition = TenantDetailsNode.definition(stores.entities);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo("{\"detailsList\":[],\"fetchTo\":\"DATA\"}");
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"DEVICE", "CUSTOMER", "TENANT", "RPC"})
    void writesDetailsOfTheTenantWhateverTheOriginator(EntityType type) {
        stores.put(TENANT.entity(), "Works", null, "{\"title\":\"Works\",\"city\":null}");
        RuleMessage message = EnrichmentFixture.from(stores.newEntity(type), "");

        assertThat(EnrichmentFixture.success(run(CONFIGURATION, message)).metadata().values())
                .containsExactly(Map.entry("tenant_title", "Works"));
    }

    @Test
    void passesTheMessageAsItIsWhereTheTenantIsGone() {
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(EnrichmentFixture.success(run(CONFIGURATION, message))).isSameAs(message);
    }

    @Test
    void failsForAPayloadThatCannotTakeDetailsIn() {
        RuleMessage message = NodeTester.telemetry("[]");

        assertThat(
                        EnrichmentFixture.error(
                                run(CONFIGURATION.replace("METADATA", "DATA"), message), message))
                .contains("JSON object");
    }

    @Test
    void needsDetails() {
        assertThatThrownBy(() -> NodeTester.node(definition, "{\"fetchTo\":\"DATA\"}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("detailsList:");
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(NodeTester.upgraded(definition, "{\"addToMetadata\":true}", 0))
                .hasToString("{\"fetchTo\":\"METADATA\"}");
    }

    private NodeResult run(String configuration, RuleMessage message) {
        return NodeTester.run(NodeTester.node(definition, configuration), message);
    }
}
