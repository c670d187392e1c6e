// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.rule.node.NodeTester.TENANT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelatedDeviceAttributesNodeTest {

    private static final String QUERY =
            "{\"direction\":\"FROM\",\"maxLevel\":1,\"relationType\":\"Contains\","
                    + "\"deviceTypes\":[\"default\"],\"fetchLastLevelOnly\":false}";

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final EntityId hall = stores.newEntity(EntityType.ASSET);
    private final NodeDefinition<?> definition = definition(stores.entities);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo(
                        "{\"clientAttributeNames\":[],\"sharedAttributeNames\":[],\"serverAttributeNames\":[],"
                                + "\"latestTsKeyNames\":[],\"tellFailureIfAbsent\":true,"
                                + "\"getLatestValueWithTs\":false,\"fetchTo\":\"METADATA\","
                                + "\"deviceRelationsQuery\":"
                                + QUERY
                                + "}");
    }

    @Test
    void readsTheFirstRelatedDeviceThatHasOneOfTheTypes() {
        relate(hall, device("boiler", 1), "Contains");
        relate(hall, device("default", 2), "Contains");
        relate(hall, device("default", 3), "Contains");

        assertThat(limitOf(run(node(QUERY)))).isEqualTo("2");
    }

    @Test
    void goesOnLookingAfterAnAnswerThatCameLate() {
        relate(hall, device("boiler", 1), "Contains");
        relate(hall, device("pump", 2), "Contains");
        relate(hall, device("default", 3), "Contains");
        RuleNode node =
                NodeTester.node(
                        definition(new LateEntities(CompletableFuture.completedFuture(null))),
                        configuration(QUERY));

        assertThat(limitOf(run(node))).isEqualTo("3");
    }

    @Test
    void holdsNoThreadWhileAnAnswerIsLate() {
        relate(hall, device("default", 1), "Contains");
        CompletableFuture<Void> arrived = new CompletableFuture<>();
        RuleNode node =
                NodeTester.node(definition(new LateEntities(arrived)), configuration(QUERY));
        RuleMessage message = EnrichmentFixture.from(hall, "{}");

        NodeResult result =
                assertTimeoutPreemptively(Duration.ofSeconds(30), () -> node.process(message));
        arrived.complete(null);

        assertThat(limitOf(NodeTester.settle(result, message))).isEqualTo("1");
    }

    @Test
    void readsDevicesOnly() {
        EntityId asset = stores.newEntity(EntityType.ASSET);
        stores.put(asset, "a", null, "{\"type\":\"default\"}");
        stores.attribute(asset, SERVER_SCOPE, "limit", new LongValue(1));
        relate(hall, asset, "Contains");
        relate(hall, device("default", 2), "Contains");

        assertThat(limitOf(run(node(QUERY)))).isEqualTo("2");
    }

    @Test
    void keepsToTheQuery() {
        EntityId above = device("default", 1);
        EntityId used = device("pump", 2);
        EntityId below = device("pump", 3);
        relate(above, hall, "Contains");
        relate(hall, used, "Uses");
        relate(used, below, "Contains");

        assertThat(limitOf(run(node(QUERY.replace("FROM", "TO"))))).isEqualTo("1");
        assertThat(limitOf(run(node(QUERY.replace("Contains", "Uses").replace("default", "pump")))))
                .isEqualTo("2");
        assertThat(
                        limitOf(
                                run(
                                        node(
                                                QUERY.replace("\"maxLevel\":1", "\"maxLevel\":2")
                                                        .replace("default", "pump")))))
                .isEqualTo("3");
    }

    @Test
    void takesNoTypeOfRelationForContains() {
        relate(hall, device("default", 2), "Contains");

        assertThat(limitOf(run(node(QUERY.replace("\"Contains\"", "null"))))).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({"[\"boiler\"]", "[]", "[\"Default\"]"})
    void failsWhereNoRelatedDeviceHasOneOfTheTypes(String types) {
        relate(hall, device("default", 1), "Contains");
        RuleMessage message = EnrichmentFixture.from(hall, "{}");
        RuleNode node = node(QUERY.replace("[\"default\"]", types));

        assertThat(EnrichmentFixture.error(NodeTester.run(node, message), message))
                .startsWith("no device of the types")
                .contains(hall.id().toString());
    }

    @Test
    void failsWhereNothingIsRelated() {
        RuleMessage message = EnrichmentFixture.from(hall, "{}");

        assertThat(EnrichmentFixture.error(NodeTester.run(node(QUERY), message), message))
                .startsWith("no device of the types");
    }

    @Test
    void failsWithTheEnrichedMessageWhereValuesAreAbsent() {
        relate(hall, device("default", 2), "Contains");
        RuleNode node =
                NodeTester.node(
                        definition,
                        configuration(QUERY).replace("[\"limit\"]", "[\"limit\",\"none\"]"));

        assertThat(run(node))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.error()).endsWith("SERVER_SCOPE: none");
                            assertThat(failed.message().metadata().get("ss_limit")).isEqualTo("2");
                        });
    }

    @Test
    void failsForAPayloadThatCannotTakeValuesInBeforeItLooksUpAnything() {
        stores.relations.failWith(new StoreException("must not be asked"));
        RuleMessage message = EnrichmentFixture.from(hall, "[]");
        RuleNode node =
                NodeTester.node(definition, configuration(QUERY).replace("METADATA", "DATA"));

        assertThat(EnrichmentFixture.error(NodeTester.run(node, message), message))
                .contains("JSON object");
    }

    @Test
    void failsWhereTheSearchFails() {
        stores.relations.failWith(new StoreException("too many relations"));
        RuleMessage message = EnrichmentFixture.from(hall, "{}");

        assertThat(EnrichmentFixture.error(NodeTester.run(node(QUERY), message), message))
                .isEqualTo("too many relations");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    null | deviceRelationsQuery:
                    {"deviceTypes":["default"]} | deviceRelationsQuery.direction:
                    {"direction":"FROM"} | deviceRelationsQuery.deviceTypes:
                    """)
    void needsAQuery(String query, String field) {
        assertThatThrownBy(() -> node(query))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(field);
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(NodeTester.upgraded(definition, "{\"fetchToData\":true}", 0))
                .hasToString("{\"fetchTo\":\"DATA\"}");
    }

    private NodeDefinition<?> definition(EntityStore entities) {
        return RelatedDeviceAttributesNode.definition(
                stores.attributes, stores.timeseries, stores.relations, entities);
    }

    private RuleNode node(String query) {
        return NodeTester.node(definition, configuration(query));
    }

    private static String configuration(String query) {
        return "{\"serverAttributeNames\":[\"limit\"],\"tellFailureIfAbsent\":true,\"fetchTo\":\"METADATA\",\"deviceRelationsQuery\":%s}"
                .formatted(query);
    }

    private NodeResult run(RuleNode node) {
        return NodeTester.run(node, EnrichmentFixture.from(hall, "{}"));
    }

    private static @Nullable String limitOf(NodeResult result) {
        Map<String, String> metadata = EnrichmentFixture.success(result).metadata().values();
        assertThat(metadata).containsOnlyKeys("ss_limit");
        return metadata.get("ss_limit");
    }

    private EntityId device(String type, long limit) {
        EntityId device = stores.newEntity(EntityType.DEVICE);
        stores.put(device, "d" + limit, null, "{\"type\":\"%s\"}".formatted(type));
        stores.attribute(device, SERVER_SCOPE, "limit", new LongValue(limit));
        return device;
    }

    private void relate(EntityId from, EntityId to, String type) {
        stores.relations.relate(TENANT, from, to, type);
    }

    /** Answers on other threads, not before something has happened. */
    private final class LateEntities implements EntityStore {

        private final CompletableFuture<Void> arrived;

        LateEntities(CompletableFuture<Void> arrived) {
            this.arrived = arrived;
        }

        @Override
        public CompletionStage<Optional<Entity>> find(TenantId tenant, EntityId id) {
            return arrived.thenComposeAsync(
                    _ -> stores.entities.find(tenant, id), Thread::startVirtualThread);
        }

        @Override
        public CompletionStage<Optional<EntityId>> findByName(
                TenantId tenant, EntityType type, String name) {
            throw new UnsupportedOperationException();
        }
    }
}
