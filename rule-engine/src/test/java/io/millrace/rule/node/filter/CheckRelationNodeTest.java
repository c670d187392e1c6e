// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryRelationStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckRelationNodeTest {

    private final InMemoryRelationStore relations = new InMemoryRelationStore();
    private final NodeDefinition<?> definition = CheckRelationNode.definition(relations);
    private final EntityId device = NodeTester.DEVICE.entity();
    private final EntityId room = new AssetId(TimeOrderedUuid.next()).entity();
    private final EntityId house = new AssetId(TimeOrderedUuid.next()).entity();
    private final RuleMessage message = NodeTester.telemetry("no JSON");

    @Test
    void findsARelationToTheGivenEntity() {
        relate(device, room, "Contains");

        assertLabel("True", toOne(room, "FROM", "Contains"));
        assertLabel("False", toOne(room, "TO", "Contains"));
        assertLabel("False", toOne(house, "FROM", "Contains"));
        assertLabel("False", toOne(room, "FROM", "Manages"));
    }

    @Test
    void findsARelationFromTheGivenEntity() {
        relate(room, device, "Contains");

        assertLabel("True", toOne(room, "TO", "Contains"));
        assertLabel("False", toOne(room, "FROM", "Contains"));
    }

    @Test
    void findsARelationToAnyEntity() {
        relate(device, room, "Contains");

        assertLabel("True", toAny("FROM", "Contains"));
        assertLabel("False", toAny("TO", "Contains"));
        assertLabel("False", toAny("FROM", "Manages"));
    }

    @Test
    void findsARelationFromAnyEntity() {
        relate(room, device, "Manages");

        assertLabel("True", toAny("TO", "Manages"));
        assertLabel("False", toAny("FROM", "Manages"));
    }

    @Test
    void looksAtDirectRelationsOnly() {
        relate(device, room, "Contains");
        relate(room, house, "Contains");

        assertLabel("False", toOne(house, "FROM", "Contains"));
    }

    @Test
    void seesNoRelationOfAnotherTenant() {
        relations.relate(new TenantId(TimeOrderedUuid.next()), device, room, "Contains");

        assertLabel("False", toOne(room, "FROM", "Contains"));
        assertLabel("False", toAny("FROM", "Contains"));
    }

    @Test
    void failsWhereTheStoreDoes() {
        relations.failWith(new StoreException("refused"));

        assertThat(NodeTester.run(toAny("FROM", "Contains"), message))
                .isEqualTo(new NodeResult.Failed(message, "refused"));
        assertThat(NodeTester.run(toOne(room, "FROM", "Contains"), message))
                .isEqualTo(new NodeResult.Failed(message, "refused"));
    }

    @Test
    void doesNotStartByDefaultAsAnEntityIsMissing() {
        String defaults = NodeCatalogue.of(List.of(definition)).defaultsOf(definition).toString();

        assertThat(defaults)
                .isEqualTo(
                        "{\"checkForSingleEntity\":true,\"entityType\":null,\"entityId\":null,"
                                + "\"direction\":\"FROM\",\"relationType\":\"Contains\"}");
        assertThatThrownBy(() -> NodeTester.node(definition, defaults))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "entityType: must be a kind of entity, but is missing; "
                                + "entityId: must be a UUID, but is missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "entityType":"ASSET","entityId":""  | entityId: must be a UUID, but is missing
                    "entityType":"ASSET","entityId":"x" | entityId: must be a UUID, not "x"
                    "entityId":"6f2c3c1e-0000-4000-8000-000000000001" | entityType: must be a kind of entity, but is missing
                    "entityType":"ROBOT" | entityType: "ROBOT" is not one of TENANT
                    """)
    void refusesAnEntityThatIsNone(String entity, String reason) {
        assertThatThrownBy(() ->
                        NodeTester.node(
                                definition,
                                "{\"checkForSingleEntity\":true,%s,\"direction\":\"FROM\",\"relationType\":\"Contains\"}"
                                        .formatted(entity)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(reason);
    }

    @Test
    void needsDirectionAndType() {
        assertThatThrownBy(() -> NodeTester.node(definition, "{\"relationType\":\" \"}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "direction: must not be null, got null; "
                                + "relationType: must not be blank, got \" \"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"direction":"FROM","a":1} | {"direction":"TO","a":1}
                    {"direction":"TO"}         | {"direction":"FROM"}
                    {"direction":"UP"}         | {"direction":"UP"}
                    {"direction":null}         | {"direction":null}
                    {}                         | {}
                    """)
    void turnsTheDirectionOfTheOldestVersionRound(String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, 0)).hasToString(current);
    }

    private void relate(EntityId from, EntityId to, String type) {
        relations.relate(NodeTester.TENANT, from, to, type);
    }

    private void assertLabel(String label, RuleNode node) {
        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(label, message));
    }

    private RuleNode toOne(EntityId entity, String direction, String type) {
        return NodeTester.node(
                definition,
                """
                {"checkForSingleEntity":true,"entityType":"%s","entityId":"%s",
                 "direction":"%s","relationType":"%s"}\
                """
                        .formatted(entity.type(), entity.id(), direction, type));
    }

    private RuleNode toAny(String direction, String type) {
        return NodeTester.node(
                definition,
                "{\"checkForSingleEntity\":false,\"direction\":\"%s\",\"relationType\":\"%s\"}"
                        .formatted(direction, type));
    }
}
