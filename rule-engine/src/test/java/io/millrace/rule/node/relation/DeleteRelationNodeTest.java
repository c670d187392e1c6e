// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.relation;

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
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import io.millrace.rule.store.memory.InMemoryRelationStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DeleteRelationNodeTest {

    private final InMemoryRelationStore relations = new InMemoryRelationStore();
    private final InMemoryEntityStore entities = new InMemoryEntityStore();
    private final NodeDefinition<?> definition = DeleteRelationNode.definition(relations, entities);
    private final EntityId device = NodeTester.DEVICE.entity();
    private final EntityId hall = entity("Hall 1");
    private final EntityId house = entity("House");
    private final RuleMessage message = NodeTester.message("CUSTOM", "{\"hall\":\"Hall 1\"}");

    @BeforeEach
    void relate() {
        relate(device, hall, "Contains");
        relate(device, house, "Contains");
        relate(device, hall, "Manages");
        relate(hall, device, "Contains");
    }

    @Test
    void removesAllRelationsOfTheTypeAndDirection() {
        assertThat(run("\"direction\":\"FROM\",\"deleteForSingleEntity\":false"))
                .isEqualTo(NodeResult.success(message));

        assertThat(exists(device, hall, "Contains")).isFalse();
        assertThat(exists(device, house, "Contains")).isFalse();
        assertThat(exists(device, hall, "Manages")).isTrue();
        assertThat(exists(hall, device, "Contains")).isTrue();
    }

    @Test
    void removesTheRelationsThatEndAtTheOriginator() {
        run("\"direction\":\"TO\",\"deleteForSingleEntity\":false");

        assertThat(exists(hall, device, "Contains")).isFalse();
        assertThat(exists(device, hall, "Contains")).isTrue();
    }

    @Test
    void removesTheRelationToTheEntityWithTheName() {
        assertThat(run("\"direction\":\"FROM\"," + single()))
                .isEqualTo(NodeResult.success(message));

        assertThat(exists(device, hall, "Contains")).isFalse();
        assertThat(exists(device, house, "Contains")).isTrue();
        assertThat(exists(hall, device, "Contains")).isTrue();
    }

    @Test
    void removesTheRelationFromTheEntityWithTheName() {
        run("\"direction\":\"TO\"," + single());

        assertThat(exists(hall, device, "Contains")).isFalse();
        assertThat(exists(device, hall, "Contains")).isTrue();
    }

    @Test
    void passesAMessageWithoutRelationsToRemove() {
        run("\"direction\":\"FROM\"," + single());

        assertThat(run("\"direction\":\"FROM\"," + single()))
                .isEqualTo(NodeResult.success(message));
    }

    @Test
    void failsIfTheEntityIsMissing() {
        entities.delete(NodeTester.TENANT, hall);

        assertThat(run("\"direction\":\"FROM\"," + single()))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "there is no Asset with the name \"Hall 1\""));
    }

    @Test
    void failsWhereTheStoreDoes() {
        relations.failWith(new StoreException("refused"));

        assertThat(run("\"direction\":\"FROM\",\"deleteForSingleEntity\":false"))
                .isEqualTo(new NodeResult.Failed(message, "refused"));
    }

    @Test
    void needsTheTypeOfTheEntityOnlyForASingleRelation() {
        assertThatThrownBy(() -> run("\"direction\":\"FROM\",\"deleteForSingleEntity\":true"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("entityType: must be one of");
    }

    @Test
    void turnsTheDirectionOfTheOldestVersionRound() {
        assertThat(
                        NodeTester.upgraded(
                                definition,
                                "{\"direction\":\"FROM\",\"entityCacheExpiration\":300}",
                                0))
                .hasToString("{\"direction\":\"TO\"}");
    }

    private NodeResult run(String fields) {
        return NodeTester.run(
                NodeTester.node(definition, "{\"relationType\":\"Contains\",%s}".formatted(fields)),
                message);
    }

    private static String single() {
        return """
        "deleteForSingleEntity":true,"entityType":"ASSET","entityNamePattern":"$[hall]"\
        """;
    }

    private EntityId entity(String name) {
        EntityId id = new EntityId(EntityType.ASSET, TimeOrderedUuid.next());
        entities.put(
                NodeTester.TENANT,
                new Entity(id, name, null, JsonMapper.shared().createObjectNode()));
        return id;
    }

    private void relate(EntityId from, EntityId to, String type) {
        relations.relate(NodeTester.TENANT, from, to, type);
    }

    private boolean exists(EntityId from, EntityId to, String type) {
        return relations.exists(NodeTester.TENANT, from, to, type).toCompletableFuture().join();
    }
}
