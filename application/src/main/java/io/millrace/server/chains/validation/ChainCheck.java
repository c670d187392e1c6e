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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks a graph before it is stored. */
@Component
public final class ChainCheck {

    private final ChainValidator validator;
    private final NodeCatalogue catalogue;
    private final RuleChainVersionRepository versions;
    private final MissingChains missingChains;

    ChainCheck(
            NodeCatalogue catalogue,
            RuleChainVersionRepository versions,
            MissingChains missingChains) {
        this.missingChains = missingChains;
        this.validator = new ChainValidator(catalogue);
        this.catalogue = catalogue;
        this.versions = versions;
    }

    /** Tolerates the dead parts and the missing types of the current graph, for edited graphs; new ones are errors. */
    public Tolerance toleranceOf(RuleChainMetadata current) {
        Set<String> types =
                validator.missingTypes(current).stream()
                        .map(ChainFault::subject)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet());
        Set<DeadPart.Place> known =
                validator.deadParts(current).stream()
                        .map(DeadPart::place)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet());
        return new Tolerance(
                part -> part.place() != null && known.contains(part.place()), types::contains);
    }

    /**
     * Checks a graph for a chain and returns it with the configurations of its nodes upgraded.
     *
     * @param tolerance what is only a warning
     * @throws ApiException (400) if the graph has errors; the message names all of them
     */
    public RuleChainMetadata require(
            TenantId tenant, RuleChainId chain, RuleChainMetadata graph, Tolerance tolerance) {
        ChainFaults faults = new ChainFaults();
        faults.add(null, findings(tenant, chain, graph, tolerance, Set.of(chain)));
        faults.throwIfAny();
        return upgraded(graph);
    }

    /** Returns a graph without errors, with the configurations of its nodes upgraded. */
    public RuleChainMetadata upgraded(RuleChainMetadata graph) {
        return catalogue.upgraded(graph);
    }

    /** Returns the warnings of a stored graph. */
    public List<ChainFault> warnings(TenantId tenant, RuleChainMetadata stored) {
        List<ChainFault> warnings = new ArrayList<>(validator.warnings(stored));
        warnings.addAll(missingChains.in(tenant, stored, Set.of()));
        validator.missingTypes(stored).stream()
                .map(ChainFault::asPlaceholder)
                .forEach(warnings::add);
        validator.deadParts(stored).stream().map(DeadPart::fault).forEach(warnings::add);
        return List.copyOf(warnings);
    }

    /**
     * Returns all faults of a graph.
     *
     * @param chain the chain of the graph; null for a new chain
     * @param tolerance what is only a warning
     * @param coming chains that will exist when the graph is stored
     */
    public ChainFindings findings(
            TenantId tenant,
            @Nullable RuleChainId chain,
            RuleChainMetadata graph,
            Tolerance tolerance,
            Set<RuleChainId> coming) {
        ChainValidation validation = validator.validate(tenant, graph);
        List<ChainFault> errors = new ArrayList<>(foreignIds(chain, graph));
        List<ChainFault> warnings = new ArrayList<>(validation.warnings());
        warnings.addAll(missingChains.in(tenant, graph, coming));
        for (ChainFault error : validation.errors()) {
            if (error.kind().isMissingType() && tolerance.missingTypes().test(typeIn(error))) {
                warnings.add(error.asPlaceholder());
            } else {
                errors.add(error);
            }
        }
        errors.addAll(namesThatCannotBe(graph));
        for (DeadPart part : validation.deadParts()) {
            (tolerance.deadParts().test(part) ? warnings : errors).add(part.fault());
        }
        return new ChainFindings(errors, warnings);
    }

    private static String typeIn(ChainFault missingType) {
        return Objects.requireNonNull(missingType.subject());
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
