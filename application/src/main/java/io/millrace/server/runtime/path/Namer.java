// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.delivery.Position.Stay;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.version.RuleChainNames;
import io.millrace.server.runtime.path.PathView.HopView;
import io.millrace.server.runtime.path.PathView.NodeView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds the names of chains and nodes to one response; each is looked up once. */
final class Namer {

    private record Version(RuleChainId chain, long number) {}

    private final RuleChainNames names;
    private final TenantId tenant;
    private final Map<Version, Map<RuleNodeId, String>> nodes = new HashMap<>();
    private @Nullable Map<RuleChainId, String> chains;

    Namer(RuleChainNames names, TenantId tenant) {
        this.names = names;
        this.tenant = tenant;
    }

    List<List<HopView>> branches(Path path) {
        return path.branchEnds().stream().map(end -> branch(Path.hopsTo(end))).toList();
    }

    List<HopView> branch(List<Hop> hops) {
        return hops.stream()
                .map(hop ->
                        new HopView(
                                hop.chain(),
                                chain(hop.chain()),
                                hop.chainVersion(),
                                hop.node(),
                                node(hop.chain(), hop.chainVersion(), hop.node()),
                                hop.label(),
                                hop.micros(),
                                null,
                                null,
                                null,
                                null))
                .toList();
    }

    NodeView node(Stay stay) {
        return new NodeView(
                stay.chain(),
                chain(stay.chain()),
                stay.chainVersion(),
                stay.node(),
                node(stay.chain(), stay.chainVersion(), stay.node()));
    }

    @Nullable String chain(RuleChainId chain) {
        Map<RuleChainId, String> known = chains;
        if (known == null) {
            known = names.of(tenant);
            chains = known;
        }
        return known.get(chain);
    }

    @Nullable String node(RuleChainId chain, long version, RuleNodeId node) {
        return nodes.computeIfAbsent(new Version(chain, version), _ -> names.nodes(chain, version))
                .get(node);
    }
}
