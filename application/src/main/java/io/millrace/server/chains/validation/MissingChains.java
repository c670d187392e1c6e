// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.catalog.ChainFault;
import io.millrace.rule.catalog.FaultKind;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.FlowNodes;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Finds the nodes that call a chain that does not exist. */
@Component
final class MissingChains {

    private final RuleChainRepository chains;

    MissingChains(RuleChainRepository chains) {
        this.chains = chains;
    }

    /**
     * Returns a warning for each call of a chain that the tenant does not have.
     *
     * @param coming chains that will exist when the graph is stored
     */
    List<ChainFault> in(TenantId tenant, RuleChainMetadata graph, Set<RuleChainId> coming) {
        Set<RuleChainId> missing = new HashSet<>();
        graph.nodes().forEach(node -> FlowNodes.calledChain(node).ifPresent(missing::add));
        missing.removeAll(coming);
        if (missing.isEmpty()) {
            return List.of();
        }
        missing.removeAll(chains.existing(tenant, missing));
        List<ChainFault> faults = new ArrayList<>();
        for (int i = 0; i < graph.nodes().size(); i++) {
            RuleNodeDocument node = graph.nodes().get(i);
            int index = i;
            FlowNodes.calledChain(node)
                    .filter(missing::contains)
                    .ifPresent(called -> faults.add(fault(index, node, called)));
        }
        return faults;
    }

    private static ChainFault fault(int index, RuleNodeDocument node, RuleChainId called) {
        return new ChainFault(
                FaultKind.MISSING_CHAIN,
                called.id().toString(),
                index,
                node.name(),
                "nodes[%d].configuration.ruleChainId".formatted(index),
                "rule chain %s does not exist: messages that the node sends to it fail"
                        .formatted(called));
    }
}
