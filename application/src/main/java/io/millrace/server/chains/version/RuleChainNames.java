// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import static java.util.stream.Collectors.toMap;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** The names of chains and of their nodes, for display. */
@Component
public final class RuleChainNames {

    private final RuleChainRepository chains;
    private final RuleChainVersionRepository versions;

    RuleChainNames(RuleChainRepository chains, RuleChainVersionRepository versions) {
        this.chains = chains;
        this.versions = versions;
    }

    /** Returns the names of a tenant's chains. */
    public Map<RuleChainId, String> of(TenantId tenant) {
        return chains.names(tenant);
    }

    /** Returns the names of a version's nodes; empty if the version no longer exists. */
    public Map<RuleNodeId, String> nodes(RuleChainId chain, long version) {
        return versions.find(chain, version).stream()
                .flatMap(graph -> graph.nodes().stream())
                .filter(node -> node.id() != null)
                .collect(
                        toMap(
                                node -> Objects.requireNonNull(node.id()),
                                RuleNodeDocument::name,
                                (first, _) -> first));
    }
}
