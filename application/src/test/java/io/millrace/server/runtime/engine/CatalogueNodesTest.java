// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.engine.NodeKind;
import io.millrace.rule.node.filter.MessageTypeSwitchNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class CatalogueNodesTest {

    private final CatalogueNodes nodes =
            new CatalogueNodes(NodeCatalogue.of(List.of(MessageTypeSwitchNode.definition())));

    private static ChainNode node(String type) {
        return new ChainNode(
                new RuleNodeId(new UUID(1, 1)),
                type,
                "a node",
                JsonNodeFactory.instance.objectNode(),
                0,
                null);
    }

    @Test
    void namesATypeByItsIdHoweverTheChainNamesIt() {
        NodeKind expected = new NodeKind("filter.message-type-switch", false);

        assertThat(nodes.kindOf(node("filter.message-type-switch"))).isEqualTo(expected);
        assertThat(nodes.kindOf(node("org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode")))
                .isEqualTo(expected);
    }

    @Test
    void hasOneNameForAllUnknownTypes() {
        assertThat(nodes.kindOf(node("an unknown type"))).isEqualTo(NodeKind.UNKNOWN);
    }
}
