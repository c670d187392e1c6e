// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.rule.node.NodeTester.TENANT;
import static io.millrace.rule.node.NodeTester.TS;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.StoreException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TenantAttributesNodeTest {

    private static final String CONFIGURATION =
            "{\"dataMapping\":{\"limit\":\"max\"},\"dataToFetch\":\"ATTRIBUTES\",\"fetchTo\":\"METADATA\"}";

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final NodeDefinition<?> definition =
            TenantAttributesNode.definition(stores.attributes, stores.timeseries);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo(
                        "{\"dataMapping\":{\"alarmThreshold\":\"threshold\"},"
                                + "\"dataToFetch\":\"ATTRIBUTES\",\"fetchTo\":\"METADATA\"}");
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"DEVICE", "CUSTOMER", "RULE_CHAIN", "RPC"})
    void readsServerAttributesOfTheTenantWhateverTheOriginator(EntityType type) {
        stores.attribute(TENANT.entity(), SERVER_SCOPE, "limit", new LongValue(80));
        RuleMessage message = EnrichmentFixture.from(stores.newEntity(type), "");

        assertThat(run(message, CONFIGURATION).metadata().values())
                .containsExactly(Map.entry("max", "80"));
    }

    @Test
    void readsLatestTelemetryOfTheTenant() {
        stores.telemetry(TENANT.entity(), TS, "limit", new LongValue(80));
        String configuration =
                CONFIGURATION.replace("ATTRIBUTES", "LATEST_TELEMETRY").replace("METADATA", "DATA");

        assertThat(run(NodeTester.telemetry("{}"), configuration).payload().text())
                .isEqualTo("{\"max\":80}");
    }

    @Test
    void failsWhereALookUpFails() {
        stores.attributes.failWith(new StoreException("refused"));
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(
                        EnrichmentFixture.error(
                                NodeTester.run(NodeTester.node(definition, CONFIGURATION), message),
                                message))
                .isEqualTo("refused");
    }

    @Test
    void failsForAPayloadThatCannotTakeValuesInBeforeItLooksUpAnything() {
        stores.attributes.failWith(new StoreException("must not be asked"));
        RuleMessage message = NodeTester.telemetry("[]");
        String intoPayload = CONFIGURATION.replace("METADATA", "DATA");

        assertThat(
                        EnrichmentFixture.error(
                                NodeTester.run(NodeTester.node(definition, intoPayload), message),
                                message))
                .contains("JSON object");
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(
                        NodeTester.upgraded(
                                definition,
                                "{\"attrMapping\":{\"a\":\"b\"},\"telemetry\":true}",
                                0))
                .hasToString(
                        "{\"dataMapping\":{\"a\":\"b\"},\"dataToFetch\":\"LATEST_TELEMETRY\",\"fetchTo\":\"METADATA\"}");
    }

    private RuleMessage run(RuleMessage message, String configuration) {
        return EnrichmentFixture.success(
                NodeTester.run(NodeTester.node(definition, configuration), message));
    }
}
