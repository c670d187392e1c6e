// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.relation;

import static io.millrace.rule.store.SearchDirection.FROM;
import static io.millrace.rule.store.SearchDirection.TO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.related.MissingEntities;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.RelationsQuery.Filter;
import io.millrace.rule.store.SearchDirection;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import io.millrace.rule.store.memory.InMemoryRelationStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class CreateRelationNodeTest {

    private static final long NOW = NodeTester.TS + 5_000;

    private final InMemoryRelationStore relations = new InMemoryRelationStore();
    private final InMemoryEntityStore entities = new InMemoryEntityStore();
    private final List<RuleMessage> submitted = new CopyOnWriteArrayList<>();
    private CompletionStage<Void> submission = CompletableFuture.completedStage(null);
    private final NodeDefinition<?> definition =
            CreateRelationNode.definition(
                    relations,
                    new MissingEntities.Ports(
                            entities,
                            entities,
                            message -> {
                                submitted.add(message);
                                return submission;
                            },
                            Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC)));
    private final EntityId device = NodeTester.DEVICE.entity();
    private final RuleMessage message = NodeTester.message("CUSTOM", "{\"hall\":\"Hall 1\"}");

    @Test
    void relatesTheOriginatorToTheEntityWithTheName() {
        EntityId hall = entity(EntityType.ASSET, "Hall 1");

        assertThat(run("\"direction\":\"FROM\"," + hall())).isEqualTo(NodeResult.success(message));

        assertThat(related(FROM, "Contains")).containsExactly(hall);
        assertThat(related(TO, "Contains")).isEmpty();
    }

    @Test
    void letsTheRelationEndAtTheOriginator() {
        EntityId hall = entity(EntityType.ASSET, "Hall 1");

        run("\"direction\":\"TO\"," + hall());

        assertThat(related(TO, "Contains")).containsExactly(hall);
        assertThat(related(FROM, "Contains")).isEmpty();
    }

    @Test
    void resolvesTypeAndNameFromTheMessage() {
        EntityId hall = entity(EntityType.ASSET, "Hall 1");
        RuleMessage withKind = message.withMetadata(message.metadata().with("kind", "Manages"));

        assertThat(
                        NodeTester.run(
                                node(
                                        """
                                        {"direction":"FROM","relationType":"${kind}","entityType":"ASSET",
                                         "entityNamePattern":"$[hall]"}\
                                        """),
                                withKind))
                .isEqualTo(NodeResult.success(withKind));

        assertThat(related(FROM, "Manages")).containsExactly(hall);
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET", "CUSTOMER", "USER"})
    void relatesToEntitiesOfEachTypeWithNames(EntityType type) {
        EntityId other = entity(type, "Hall 1");

        run("\"direction\":\"FROM\"," + named(type));

        assertThat(related(FROM, "Contains")).containsExactly(other);
    }

    @Test
    void relatesToTheTenantWithoutAName() {
        run("\"direction\":\"TO\",\"entityType\":\"TENANT\"");

        assertThat(related(TO, "Contains")).containsExactly(NodeTester.TENANT.entity());
    }

    @Test
    void passesAMessageWhoseRelationExists() {
        entity(EntityType.ASSET, "Hall 1");
        String configuration = "\"direction\":\"FROM\"," + hall();
        run(configuration);

        assertThat(run(configuration)).isEqualTo(NodeResult.success(message));
        assertThat(related(FROM, "Contains")).hasSize(1);
    }

    @Test
    void failsIfTheEntityIsMissing() {
        assertThat(run("\"direction\":\"FROM\"," + hall()))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "there is no Asset with the name \"Hall 1\""));
        assertThat(submitted).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET", "CUSTOMER"})
    void createsAMissingEntityAndTellsItsRuleChain(EntityType type) {
        assertThat(run("\"direction\":\"FROM\",\"createEntityIfNotExists\":true," + named(type)))
                .isEqualTo(NodeResult.success(message));

        assertThat(related(FROM, "Contains"))
                .singleElement()
                .satisfies(created -> {
                    assertThat(nameOf(created)).isEqualTo("Hall 1");
                    assertThat(submitted)
                            .singleElement()
                            .satisfies(event -> {
                                assertThat(event.originator()).isEqualTo(created);
                                assertThat(event.type()).isEqualTo("ENTITY_CREATED");
                                assertThat(event.ts()).isEqualTo(NOW);
                                assertThat(event.metadata().values())
                                        .containsOnlyKeys("ruleNodeId");
                                assertThat(event.payload().json().at("/id/id").asString())
                                        .isEqualTo(created.id().toString());
                            });
                });
    }

    @ParameterizedTest
    @CsvSource({"$[hall],Hall 1", "'',default"})
    void createsItWithTheProfileOfThatName(String pattern, String profile) {
        run(
                "\"direction\":\"FROM\",\"createEntityIfNotExists\":true,\"entityTypePattern\":\"%s\","
                                .formatted(pattern)
                        + hall());

        assertThat(related(FROM, "Contains"))
                .singleElement()
                .satisfies(created ->
                        assertThat(entityOf(created).fields().path("type").asString())
                                .isEqualTo(profile));
    }

    @Test
    void createsAMissingEntityOnce() {
        String configuration = "\"direction\":\"FROM\",\"createEntityIfNotExists\":true," + hall();
        run(configuration);
        run(configuration);

        assertThat(related(FROM, "Contains")).hasSize(1);
        assertThat(submitted).hasSize(1);
    }

    @Test
    void createsNoUser() {
        assertThat(
                        run(
                                "\"direction\":\"FROM\",\"createEntityIfNotExists\":true,"
                                        + named(EntityType.USER)))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void failsWhenThereIsNoRoomForTheMessageAboutTheCreation() {
        submission = CompletableFuture.failedStage(new IllegalStateException("no room"));

        assertThat(run("\"direction\":\"FROM\",\"createEntityIfNotExists\":true," + hall()))
                .isEqualTo(new NodeResult.Failed(message, "no room"));
    }

    @Test
    void replacesTheCurrentRelationsOfThisTypeAndDirection() {
        EntityId hall = entity(EntityType.ASSET, "Hall 1");
        EntityId former = entity(EntityType.ASSET, "Hall 0");
        relations.relate(NodeTester.TENANT, device, former, "Contains");
        relations.relate(NodeTester.TENANT, device, former, "Manages");
        relations.relate(NodeTester.TENANT, former, device, "Contains");

        run("\"direction\":\"FROM\",\"removeCurrentRelations\":true," + hall());

        assertThat(related(FROM, "Contains")).containsExactly(hall);
        assertThat(related(FROM, "Manages")).containsExactly(former);
        assertThat(related(TO, "Contains")).containsExactly(former);
    }

    @Test
    void keepsTheCurrentRelationsOtherwise() {
        EntityId hall = entity(EntityType.ASSET, "Hall 1");
        EntityId former = entity(EntityType.ASSET, "Hall 0");
        relations.relate(NodeTester.TENANT, device, former, "Contains");

        run("\"direction\":\"FROM\"," + hall());

        assertThat(related(FROM, "Contains")).containsExactly(former, hall);
    }

    @Test
    void makesTheRelatedEntityTheOriginator() {
        EntityId hall = entity(EntityType.ASSET, "Hall 1");

        assertThat(run("\"direction\":\"FROM\",\"changeOriginatorToRelatedEntity\":true," + hall()))
                .isEqualTo(NodeResult.success(message.withOriginator(hall)));
    }

    @Test
    void makesARelatedCustomerTheCustomerOfTheMessageToo() {
        EntityId dairy = entity(EntityType.CUSTOMER, "Hall 1");

        NodeResult result =
                run(
                        "\"direction\":\"TO\",\"changeOriginatorToRelatedEntity\":true,"
                                + named(EntityType.CUSTOMER));

        assertThat(result)
                .isEqualTo(
                        NodeResult.success(
                                message.withOriginator(dairy)
                                        .withCustomer(new CustomerId(dairy.id()))));
    }

    @Test
    void failsWhereTheStoreDoes() {
        entity(EntityType.ASSET, "Hall 1");
        relations.failWith(new StoreException("refused"));

        assertThat(run("\"direction\":\"FROM\"," + hall()))
                .isEqualTo(new NodeResult.Failed(message, "refused"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "entityNamePattern":"A" | entityType: must be one of TENANT, CUSTOMER, USER, DASHBOARD, ASSET, DEVICE, ENTITY_VIEW, EDGE, but is missing
                    "entityType":"ALARM","entityNamePattern":"A" | entityType: "ALARM" is not one of TENANT, CUSTOMER, USER, DASHBOARD, ASSET, DEVICE, ENTITY_VIEW, EDGE
                    "entityType":"ASSET" | entityNamePattern: must not be blank
                    "entityType":"ASSET","createEntityIfNotExists":true,"entityNamePattern":" " | entityNamePattern: must not be blank
                    """)
    void needsATypeAndAName(String entity, String fault) {
        assertThatThrownBy(() ->
                        node(
                                "{\"direction\":\"FROM\",\"relationType\":\"A\",%s}"
                                        .formatted(entity)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"direction":"FROM","entityCacheExpiration":300} | {"direction":"TO"}
                    {"direction":"TO","entityCacheExpiration":300}   | {"direction":"FROM"}
                    {"direction":"FROM"}                             | {"direction":"FROM"}
                    {"direction":"UP","entityCacheExpiration":300}   | {"direction":"UP"}
                    """)
    void turnsTheDirectionOfTheOldestVersionRound(String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, 0)).hasToString(current);
    }

    private NodeResult run(String fields) {
        return NodeTester.run(
                node("{\"relationType\":\"Contains\",%s}".formatted(fields)), message);
    }

    private RuleNode node(String configuration) {
        return NodeTester.node(definition, configuration);
    }

    private static String hall() {
        return named(EntityType.ASSET);
    }

    private static String named(EntityType type) {
        return "\"entityType\":\"%s\",\"entityNamePattern\":\"Hall 1\"".formatted(type);
    }

    private EntityId entity(EntityType type, String name) {
        EntityId id = new EntityId(type, TimeOrderedUuid.next());
        entities.put(
                NodeTester.TENANT,
                new Entity(id, name, null, JsonMapper.shared().createObjectNode()));
        return id;
    }

    private String nameOf(EntityId id) {
        return entityOf(id).name();
    }

    private Entity entityOf(EntityId id) {
        return entities.find(NodeTester.TENANT, id).toCompletableFuture().join().orElseThrow();
    }

    private List<EntityId> related(SearchDirection direction, String type) {
        return relations
                .related(
                        NodeTester.TENANT,
                        device,
                        new RelationsQuery(
                                direction, 1, List.of(new Filter(type, Set.of())), false))
                .toCompletableFuture()
                .join();
    }
}
