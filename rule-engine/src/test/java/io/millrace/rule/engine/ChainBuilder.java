// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.Connection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.JsonNodeFactory;

/** Builds chains whose nodes are known by their names; the first one is where messages enter. */
final class ChainBuilder {

    private final String name;
    private final long version;
    private final List<ChainNode> nodes = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();

    private ChainBuilder(String name, long version) {
        this.name = name;
        this.version = version;
    }

    static ChainBuilder chain(String name) {
        return new ChainBuilder(name, 1);
    }

    static ChainBuilder chain(String name, long version) {
        return new ChainBuilder(name, version);
    }

    static RuleChainId chainId(String name) {
        return new RuleChainId(uuid("chain " + name));
    }

    RuleNodeId nodeId(String node) {
        return new RuleNodeId(uuid(name + "/" + node));
    }

    private static UUID uuid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    ChainBuilder node(String node) {
        nodes.add(
                new ChainNode(
                        nodeId(node),
                        "test",
                        node,
                        JsonNodeFactory.instance.objectNode(),
                        0,
                        null));
        return this;
    }

    ChainBuilder connect(String from, String label, String to) {
        connections.add(new Connection(nodeId(from), nodeId(to), label));
        return this;
    }

    ChainVersion of(TenantId tenant) {
        return new ChainVersion(
                tenant,
                chainId(name),
                version,
                name,
                nodes.isEmpty() ? null : nodes.getFirst().id(),
                nodes,
                connections);
    }
}
