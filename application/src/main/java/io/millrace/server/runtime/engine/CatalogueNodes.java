// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.engine.NodeKind;
import io.millrace.rule.engine.NodeStarter;
import io.millrace.rule.node.NodeIdentity;

/** Starts the nodes of the catalogue. */
record CatalogueNodes(NodeCatalogue catalogue) implements NodeStarter {

    @Override
    public StartedNode start(ChainNode definition, NodeIdentity identity) throws Exception {
        return new StartedNode(
                catalogue.create(definition, identity),
                catalogue
                        .find(definition.type())
                        .map(known -> known.type().effect())
                        .orElse(false));
    }

    @Override
    public NodeKind kindOf(ChainNode definition) {
        return catalogue
                .find(definition.type())
                .map(known -> new NodeKind(known.type().id(), known.type().waitsForStore()))
                .orElse(NodeKind.UNKNOWN);
    }
}
