// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ChainNodeTest {

    private static ChainNode node(String name, String configuration) {
        return new ChainNode(
                new RuleNodeId(TimeOrderedUuid.next()),
                "filter",
                name,
                JsonMapper.shared().readTree(configuration),
                1,
                null);
    }

    @Test
    void nodesThatDifferInTheirIdsOnlyHaveOneContent() {
        ChainNode one = node("A", "{\"script\":\"return true;\"}");
        ChainNode other = node("A", "{\"script\":\"return true;\"}");

        assertThat(other).isNotEqualTo(one);
        assertThat(other.content()).isSameAs(one.content());
    }

    @Test
    void aChangeOfTheGivenConfigurationDoesNotReachTheNode() {
        ObjectNode given = JsonMapper.shared().createObjectNode().put("limit", 1);
        ChainNode node =
                new ChainNode(new RuleNodeId(TimeOrderedUuid.next()), "t", "n", given, 1, null);

        given.put("limit", 2);

        assertThat(node.configuration().path("limit").intValue()).isEqualTo(1);
    }

    @Test
    void theOrderOfAConfigurationsPropertiesIsKept() {
        ChainNode one = node("A", "{\"a\":\"b\",\"b\":\"c\"}");
        ChainNode other = node("A", "{\"b\":\"c\",\"a\":\"b\"}");

        assertThat(other.content()).isNotEqualTo(one.content());
        assertThat(other.configuration()).hasToString("{\"b\":\"c\",\"a\":\"b\"}");
    }

    @Test
    void nodesThatDifferInAnythingElseHaveTheirOwnContents() {
        ChainNode one = node("A", "{\"script\":\"return true;\"}");
        ChainNode named = node("B", "{\"script\":\"return true;\"}");
        ChainNode configured = node("A", "{\"script\":\"return false;\"}");

        assertThat(named.content()).isNotEqualTo(one.content());
        assertThat(named.name()).isEqualTo("B");
        assertThat(configured.content()).isNotEqualTo(one.content());
        assertThat(configured.configuration().path("script").asString()).isEqualTo("return false;");
    }
}
