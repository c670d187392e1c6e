// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.rule.node.NodeTester.DEVICE;
import static io.millrace.rule.node.NodeTester.TENANT;
import static io.millrace.rule.node.NodeTester.TS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelatedEntityDataNodeTest {

    private static final String QUERY =
            "{\"direction\":\"FROM\",\"maxLevel\":1,\"filters\":[{\"relationType\":\"Contains\","
                    + "\"entityTypes\":[],\"negate\":false}],\"fetchLastLevelOnly\":false}";

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final EntityId asset = stores.newEntity(EntityType.ASSET);
    private final RuleMessage message = NodeTester.telemetry("{}");
    private final NodeDefinition<?> definition =
            RelatedEntityDataNode.definition(
                    stores.relations, stores.entities, stores.attributes, stores.timeseries);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo(
                        "{\"dataMapping\":{\"serialNumber\":\"sn\"},\"dataToFetch\":\"ATTRIBUTES\","
                                + "\"relationsQuery\":"
                                + QUERY
                                + ",\"fetchTo\":\"METADATA\"}");
    }

    @Test
    void readsServerAttributesOfTheFirstRelatedEntity() {
        relate(DEVICE.entity(), asset, "Contains");
        relate(DEVICE.entity(), stores.newEntity(EntityType.ASSET), "Contains");
        stores.attribute(asset, SERVER_SCOPE, "serialNumber", new LongValue(5));

        assertThat(
                        run("ATTRIBUTES", "METADATA", "\"serialNumber\":\"sn\"", QUERY)
                                .metadata()
                                .values())
                .containsExactly(Map.entry("sn", "5"));
    }

    @Test
    void readsLatestTelemetryAndWritesNullIntoThePayloadForWhatIsAbsent() {
        relate(DEVICE.entity(), asset, "Contains");
        stores.telemetry(asset, TS, "t", new LongValue(5));

        assertThat(
                        run("LATEST_TELEMETRY", "DATA", "\"t\":\"x\",\"none\":\"y\"", QUERY)
                                .payload()
                                .text())
                .isEqualTo("{\"x\":5,\"y\":null}");
    }

    @Test
    void readsFieldsThatAreNotEmpty() {
        relate(DEVICE.entity(), asset, "Contains");
        stores.put(
                asset,
                "Hall",
                null,
                "{\"name\":\"Hall\",\"label\":\"\",\"externalId\":null,\"version\":3,\"additionalInfo\":{\"floor\":2}}");

        assertThat(
                        run(
                                        "FIELDS",
                                        "DATA",
                                        "\"name\":\"n\",\"label\":\"l\",\"externalId\":\"e\",\"version\":\"v\",\"additionalInfo\":\"a\",\"additionalInfo.floor\":\"f\"",
                                        QUERY)
                                .payload()
                                .text())
                .isEqualTo("{\"n\":\"Hall\",\"v\":\"3\",\"a\":\"{\\\"floor\\\":2}\",\"f\":\"2\"}");
    }

    @Test
    void resolvesTemplatesInTheNamesOfFieldsOnly() {
        relate(DEVICE.entity(), asset, "Contains");
        stores.put(asset, "Hall", null, "{\"name\":\"Hall\",\"${k}\":\"as it stands\"}");
        RuleMessage withKey = NodeTester.message("T", "{}", "k", "name");

        assertThat(
                        EnrichmentFixture.success(
                                        NodeTester.run(
                                                node(
                                                        "FIELDS",
                                                        "METADATA",
                                                        "\"${k}\":\"x_${k}\"",
                                                        QUERY),
                                                withKey))
                                .metadata()
                                .get("x_name"))
                .isEqualTo("as it stands");
    }

    @Test
    void keepsToTheQuery() {
        EntityId above = stores.newEntity(EntityType.CUSTOMER);
        EntityId far = stores.newEntity(EntityType.ASSET);
        relate(above, DEVICE.entity(), "Owns");
        relate(DEVICE.entity(), asset, "Uses");
        relate(asset, far, "Uses");
        for (EntityId entity : new EntityId[] {above, asset, far}) {
            stores.put(entity, "e", null, "{\"id\":\"%s\"}".formatted(entity.id()));
        }

        assertThat(idBy("{\"direction\":\"TO\",\"maxLevel\":1,\"filters\":null}"))
                .isEqualTo(above.id().toString());
        assertThat(
                        idBy(
                                "{\"direction\":\"FROM\",\"maxLevel\":1,\"filters\":[{\"relationType\":\"Contains\"},{\"entityTypes\":[\"ASSET\"]}]}"))
                .isEqualTo(asset.id().toString());
        assertThat(
                        idBy(
                                "{\"direction\":\"FROM\",\"maxLevel\":0,\"filters\":[],\"fetchLastLevelOnly\":true}"))
                .isEqualTo(far.id().toString());
    }

    @Test
    void doesNotHeedNegation() {
        relate(DEVICE.entity(), asset, "Contains");
        stores.attribute(asset, SERVER_SCOPE, "a", new LongValue(1));

        assertThat(
                        run(
                                        "ATTRIBUTES",
                                        "METADATA",
                                        "\"a\":\"a\"",
                                        QUERY.replace("\"negate\":false", "\"negate\":true"))
                                .metadata()
                                .get("a"))
                .isEqualTo("1");
    }

    @Test
    void failsWhereNothingIsRelated() {
        relate(DEVICE.entity(), asset, "Uses");

        assertThat(error("ATTRIBUTES"))
                .isEqualTo("nothing is related to Device %s as configured".formatted(DEVICE.id()));
    }

    @Test
    void failsWhereTheRelatedEntityIsGone() {
        relate(DEVICE.entity(), asset, "Contains");

        assertThat(error("FIELDS")).isEqualTo("Asset %s does not exist".formatted(asset.id()));
    }

    @Test
    void failsForAPayloadThatCannotTakeValuesInBeforeItLooksUpAnything() {
        stores.relations.failWith(new StoreException("must not be asked"));
        RuleMessage list = NodeTester.telemetry("[]");
        RuleNode node = node("ATTRIBUTES", "DATA", "\"a\":\"b\"", QUERY);

        assertThat(EnrichmentFixture.error(NodeTester.run(node, list), list))
                .contains("JSON object");
    }

    @Test
    void failsWhereTheSearchFails() {
        stores.relations.failWith(new StoreException("too many relations"));

        assertThat(error("ATTRIBUTES")).isEqualTo("too many relations");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"dataMapping":{},"dataToFetch":"FIELDS","fetchTo":"DATA","relationsQuery":{"direction":"TO"}}                          | dataMapping:
                    {"dataMapping":{"a":"b"},"fetchTo":"DATA","relationsQuery":{"direction":"TO"}}                                          | dataToFetch:
                    {"dataMapping":{"a":"b"},"dataToFetch":"FIELDS","fetchTo":"DATA"}                                                       | relationsQuery:
                    {"dataMapping":{"a":"b"},"dataToFetch":"FIELDS","fetchTo":"DATA","relationsQuery":{}}                                   | relationsQuery.direction:
                    {"dataMapping":{"a":"b"},"dataToFetch":"FIELDS","fetchTo":"DATA","relationsQuery":{"filters":[{"entityTypes":["X"]}]}}  | relationsQuery.filters[0].entityTypes
                    {"dataMapping":{"a":"b"},"dataToFetch":"FIELDS","relationsQuery":{"direction":"TO"}}                                    | fetchTo:
                    """)
    void refusesWhatCannotWork(String configuration, String field) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(field);
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(
                        NodeTester.upgraded(
                                definition,
                                "{\"attrMapping\":{\"a\":\"b\"},\"telemetry\":false,\"relationsQuery\":{}}",
                                0))
                .hasToString(
                        "{\"relationsQuery\":{},\"dataMapping\":{\"a\":\"b\"},\"dataToFetch\":\"ATTRIBUTES\",\"fetchTo\":\"METADATA\"}");
    }

    private void relate(EntityId from, EntityId to, String type) {
        stores.relations.relate(TENANT, from, to, type);
    }

    private @Nullable String idBy(String query) {
        return run("FIELDS", "METADATA", "\"id\":\"id\"", query).metadata().get("id");
    }

    private String error(String data) {
        return EnrichmentFixture.error(
                NodeTester.run(node(data, "METADATA", "\"a\":\"b\"", QUERY), message), message);
    }

    private RuleMessage run(String data, String fetchTo, String mapping, String query) {
        return EnrichmentFixture.success(
                NodeTester.run(node(data, fetchTo, mapping, query), message));
    }

    private RuleNode node(String data, String fetchTo, String mapping, String query) {
        return NodeTester.node(
                definition,
                "{\"dataMapping\":{%s},\"dataToFetch\":\"%s\",\"fetchTo\":\"%s\",\"relationsQuery\":%s}"
                        .formatted(mapping, data, fetchTo, query));
    }
}
