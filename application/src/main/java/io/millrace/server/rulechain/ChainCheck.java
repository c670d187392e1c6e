// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.catalog.ChainFault;
import io.millrace.rule.catalog.ChainValidation;
import io.millrace.rule.catalog.ChainValidator;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.api.ApiException;
import io.millrace.server.api.NameRules;
import io.millrace.server.rulechain.RuleChainVersionRepository.KnownNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Finds what is wrong in a graph before anything of it is stored. */
@Component
final class ChainCheck {

    private final ChainValidator validator;
    private final NodeCatalogue catalogue;
    private final RuleChainVersionRepository versions;

    ChainCheck(NodeCatalogue catalogue, RuleChainVersionRepository versions) {
        this.validator = new ChainValidator(catalogue);
        this.catalogue = catalogue;
        this.versions = versions;
    }

    /**
     * A graph for a chain, with the configurations of its nodes brought up to date.
     *
     * @throws ApiException (400) where it has faults; the message names all of them
     */
    RuleChainMetadata require(TenantId tenant, RuleChainId chain, RuleChainMetadata graph) {
        ChainFaults faults = new ChainFaults();
        addForeignIds(faults, chain, graph);
        addFaults(faults, "", tenant, graph);
        faults.throwIfAny();
        return catalogue.upgraded(graph);
    }

    /** A graph without faults, with the configurations of its nodes brought up to date. */
    RuleChainMetadata upgraded(RuleChainMetadata graph) {
        return catalogue.upgraded(graph);
    }

    /**
     * Tells the faults of a graph.
     *
     * @param prefix stands before each fault
     */
    void addFaults(ChainFaults faults, String prefix, TenantId tenant, RuleChainMetadata graph) {
        ChainValidation validation = validator.validate(tenant, graph);
        faults.addUnknownTypes(validation.unknownTypes());
        validation.errors().forEach(fault -> faults.add(prefix + fault));
        for (int i = 0; i < graph.nodes().size(); i++) {
            addName(faults, prefix, i, graph.nodes().get(i));
        }
        for (int i = 0; i < graph.connections().size(); i++) {
            String path = "%sconnections[%d].type: ".formatted(prefix, i);
            NameRules.faultIn(graph.connections().get(i).type())
                    .ifPresent(fault -> faults.add(path + fault));
        }
    }

    private static void addName(
            ChainFaults faults, String prefix, int index, RuleNodeDocument node) {
        NameRules.faultIn(node.name())
                .map(fault -> about(index, node, "name", fault))
                .ifPresent(fault -> faults.add(prefix + fault));
    }

    private void addForeignIds(ChainFaults faults, RuleChainId chain, RuleChainMetadata graph) {
        List<RuleNodeId> ids =
                graph.nodes().stream().map(RuleNodeDocument::id).filter(Objects::nonNull).toList();
        Map<RuleNodeId, KnownNode> known = versions.find(ids);
        for (int i = 0; i < graph.nodes().size(); i++) {
            RuleNodeDocument node = graph.nodes().get(i);
            KnownNode owner = node.id() == null ? null : known.get(node.id());
            if (owner != null && !owner.chain().equals(chain)) {
                String fault = "%s belongs to a node of another rule chain".formatted(node.id());
                faults.add(about(i, node, "id", fault).toString());
            }
        }
    }

    private static ChainFault about(int index, RuleNodeDocument node, String field, String fault) {
        return new ChainFault(index, node.name(), "nodes[%d].%s".formatted(index, field), fault);
    }
}
