// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.catalog.ChainFault;
import io.millrace.rule.catalog.ChainValidation;
import io.millrace.rule.catalog.ChainValidator;
import io.millrace.rule.catalog.DeadPart;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.version.RuleChainVersionRepository;
import io.millrace.server.chains.version.RuleChainVersionRepository.KnownNode;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks a graph before it is stored. */
@Component
public final class ChainCheck {

    private final ChainValidator validator;
    private final NodeCatalogue catalogue;
    private final RuleChainVersionRepository versions;

    ChainCheck(NodeCatalogue catalogue, RuleChainVersionRepository versions) {
        this.validator = new ChainValidator(catalogue);
        this.catalogue = catalogue;
        this.versions = versions;
    }

    /** Tolerates every dead part as a warning, for graphs that have run before, here or elsewhere. */
    public Predicate<DeadPart> anyDeadPart() {
        return _ -> true;
    }

    /** Tolerates the dead parts of the current graph as warnings, for edited graphs; new dead parts are errors. */
    public Predicate<DeadPart> deadPartsOf(RuleChainMetadata current) {
        Set<DeadPart.Place> known =
                validator.deadParts(current).stream()
                        .map(DeadPart::place)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet());
        return part -> part.place() != null && known.contains(part.place());
    }

    /**
     * Checks a graph for a chain and returns it with the configurations of its nodes upgraded.
     *
     * @param tolerated the dead parts that are only warnings
     * @throws ApiException (400) if the graph has errors; the message names all of them
     */
    public RuleChainMetadata require(
            TenantId tenant,
            RuleChainId chain,
            RuleChainMetadata graph,
            Predicate<DeadPart> tolerated) {
        ChainFaults faults = new ChainFaults();
        faults.add(null, findings(tenant, chain, graph, tolerated));
        faults.throwIfAny();
        return upgraded(graph);
    }

    /** Returns a graph without errors, with the configurations of its nodes upgraded. */
    public RuleChainMetadata upgraded(RuleChainMetadata graph) {
        return catalogue.upgraded(graph);
    }

    /** Returns the warnings of a stored graph. */
    public List<ChainFault> warnings(RuleChainMetadata stored) {
        return Stream.concat(
                        validator.warnings(stored).stream(),
                        validator.deadParts(stored).stream().map(DeadPart::fault))
                .toList();
    }

    /**
     * Returns all faults of a graph.
     *
     * @param chain the chain of the graph; null for a new chain
     * @param tolerated the dead parts that are only warnings
     */
    public ChainFindings findings(
            TenantId tenant,
            @Nullable RuleChainId chain,
            RuleChainMetadata graph,
            Predicate<DeadPart> tolerated) {
        ChainValidation validation = validator.validate(tenant, graph);
        List<ChainFault> errors = new ArrayList<>(foreignIds(chain, graph));
        List<ChainFault> warnings = new ArrayList<>(validation.warnings());
        errors.addAll(validation.errors());
        errors.addAll(namesThatCannotBe(graph));
        for (DeadPart part : validation.deadParts()) {
            (tolerated.test(part) ? warnings : errors).add(part.fault());
        }
        return new ChainFindings(errors, warnings, validation.unknownTypes());
    }

    private static List<ChainFault> namesThatCannotBe(RuleChainMetadata graph) {
        List<ChainFault> faults = new ArrayList<>();
        for (int i = 0; i < graph.nodes().size(); i++) {
            RuleNodeDocument node = graph.nodes().get(i);
            int index = i;
            NameRules.faultIn(node.name())
                    .map(fault -> about(index, node, "name", fault))
                    .ifPresent(faults::add);
        }
        for (int i = 0; i < graph.connections().size(); i++) {
            String field = "connections[%d].type".formatted(i);
            NameRules.faultIn(graph.connections().get(i).type())
                    .map(fault -> new ChainFault(null, null, field, fault))
                    .ifPresent(faults::add);
        }
        return faults;
    }

    private List<ChainFault> foreignIds(@Nullable RuleChainId chain, RuleChainMetadata graph) {
        List<RuleNodeId> ids =
                graph.nodes().stream().map(RuleNodeDocument::id).filter(Objects::nonNull).toList();
        Map<RuleNodeId, KnownNode> known = versions.find(ids);
        List<ChainFault> faults = new ArrayList<>();
        for (int i = 0; i < graph.nodes().size(); i++) {
            RuleNodeDocument node = graph.nodes().get(i);
            KnownNode owner = node.id() == null ? null : known.get(node.id());
            if (owner != null && !owner.chain().equals(chain)) {
                String fault = "%s belongs to a node of another rule chain".formatted(node.id());
                faults.add(about(i, node, "id", fault));
            }
        }
        return faults;
    }

    private static ChainFault about(int index, RuleNodeDocument node, String field, String fault) {
        return new ChainFault(index, node.name(), "nodes[%d].%s".formatted(index, field), fault);
    }
}
