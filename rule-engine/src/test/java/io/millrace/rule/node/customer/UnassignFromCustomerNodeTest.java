// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.customer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class UnassignFromCustomerNodeTest {

    private final InMemoryEntityStore entities = new InMemoryEntityStore();
    private final NodeDefinition<?> definition = UnassignFromCustomerNode.definition(entities);
    private final RuleNode node = NodeTester.node(definition, "{\"customerNamePattern\":\"\"}");
    private final RuleMessage message = NodeTester.message("CUSTOM", "not JSON");

    @Test
    void unassignsTheOriginatorFromItsCustomer() {
        device(new CustomerId(TimeOrderedUuid.next()));

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));

        assertThat(customer()).isNull();
    }

    @Test
    void passesAMessageWhoseOriginatorHasNoCustomer() {
        device(null);

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
    }

    @Test
    void failsForAnOriginatorThatHasNoCustomer() {
        RuleMessage ofTenant = message.withOriginator(NodeTester.TENANT.entity());

        assertThat(NodeTester.run(node, ofTenant))
                .isEqualTo(
                        new NodeResult.Failed(
                                ofTenant,
                                "the originator must be a device, an asset or an entity view, not Tenant"));
    }

    @Test
    void failsForAnOriginatorThatWasDeleted() {
        assertThat(NodeTester.run(node, message)).isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void dropsTheCacheOfTheOldestVersion() {
        assertThat(NodeTester.upgraded(definition, "{\"customerCacheExpiration\":300}", 0))
                .hasToString("{}");
    }

    private void device(@Nullable CustomerId customer) {
        EntityId id = NodeTester.DEVICE.entity();
        entities.put(
                NodeTester.TENANT,
                new Entity(id, "Boiler 1", customer, JsonMapper.shared().createObjectNode()));
    }

    private @Nullable CustomerId customer() {
        return entities.find(NodeTester.TENANT, NodeTester.DEVICE.entity())
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .customer();
    }
}
