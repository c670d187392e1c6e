// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.customer;

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
import io.millrace.rule.node.related.MissingEntities;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class AssignToCustomerNodeTest {

    private static final CompletionStage<Void> SAFE = CompletableFuture.completedStage(null);

    private final InMemoryEntityStore entities = new InMemoryEntityStore();
    private final List<RuleMessage> submitted = new CopyOnWriteArrayList<>();
    private final NodeDefinition<?> definition =
            AssignToCustomerNode.definition(
                    new MissingEntities.Ports(
                            entities,
                            entities,
                            message -> {
                                submitted.add(message);
                                return SAFE;
                            },
                            Clock.fixed(Instant.ofEpochMilli(NodeTester.TS), ZoneOffset.UTC)));
    private final RuleMessage message = NodeTester.message("CUSTOM", "{\"owner\":\"Dairy\"}");

    @BeforeEach
    void addTheDevice() {
        put(NodeTester.DEVICE.entity(), "Boiler 1");
    }

    @Test
    void assignsTheOriginatorToTheCustomerWithTheTitle() {
        CustomerId dairy = customer("Dairy");

        assertThat(run("$[owner]", false, message)).isEqualTo(NodeResult.success(message));

        assertThat(customerOf(NodeTester.DEVICE.entity())).isEqualTo(dairy);
        assertThat(submitted).isEmpty();
    }

    @Test
    void assignsItFromOneCustomerToAnother() {
        customer("Dairy");
        CustomerId bakery = customer("Bakery");
        run("Dairy", false, message);

        run("Bakery", false, message);

        assertThat(customerOf(NodeTester.DEVICE.entity())).isEqualTo(bakery);
    }

    @Test
    void assignsAssets() {
        CustomerId dairy = customer("Dairy");
        EntityId asset = new EntityId(EntityType.ASSET, TimeOrderedUuid.next());
        put(asset, "Hall 1");

        run("Dairy", false, message.withOriginator(asset));

        assertThat(customerOf(asset)).isEqualTo(dairy);
    }

    @Test
    void failsIfTheCustomerIsMissing() {
        assertThat(run("Dairy", false, message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "there is no Customer with the name \"Dairy\""));
    }

    @Test
    void createsAMissingCustomerOnceAndTellsItsRuleChain() {
        assertThat(run("$[owner]", true, message)).isEqualTo(NodeResult.success(message));
        run("$[owner]", true, message);

        CustomerId created = customerOf(NodeTester.DEVICE.entity());
        assertThat(created).isNotNull();
        assertThat(submitted)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.type()).isEqualTo("ENTITY_CREATED");
                    assertThat(event.originator()).isEqualTo(created.entity());
                    assertThat(event.metadata().values()).containsOnlyKeys("ruleNodeId");
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"CUSTOMER", "TENANT", "USER", "ALARM"})
    void failsForAnOriginatorThatHasNoCustomer(EntityType type) {
        customer("Dairy");
        RuleMessage other = message.withOriginator(new EntityId(type, TimeOrderedUuid.next()));

        assertThat(run("Dairy", true, other))
                .isEqualTo(
                        new NodeResult.Failed(
                                other,
                                "the originator must be a device, an asset or an entity view, not "
                                        + type.normalName()));
    }

    @Test
    void failsForAnOriginatorThatWasDeleted() {
        customer("Dairy");
        entities.delete(NodeTester.TENANT, NodeTester.DEVICE.entity());

        assertThat(run("Dairy", false, message)).isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void needsATitle() {
        assertThatThrownBy(() -> run(" ", false, message))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("customerNamePattern: ");
    }

    @Test
    void dropsTheCacheOfTheOldestVersion() {
        assertThat(
                        NodeTester.upgraded(
                                definition,
                                "{\"customerNamePattern\":\"A\",\"customerCacheExpiration\":300}",
                                0))
                .hasToString("{\"customerNamePattern\":\"A\"}");
    }

    private NodeResult run(String pattern, boolean creates, RuleMessage input) {
        return NodeTester.run(
                NodeTester.node(
                        definition,
                        "{\"customerNamePattern\":\"%s\",\"createCustomerIfNotExists\":%s}"
                                .formatted(pattern, creates)),
                input);
    }

    private CustomerId customer(String title) {
        CustomerId id = new CustomerId(TimeOrderedUuid.next());
        put(id.entity(), title);
        return id;
    }

    private void put(EntityId id, String name) {
        entities.put(
                NodeTester.TENANT,
                new Entity(id, name, null, JsonMapper.shared().createObjectNode()));
    }

    private @Nullable CustomerId customerOf(EntityId id) {
        return entities.find(NodeTester.TENANT, id)
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .customer();
    }
}
