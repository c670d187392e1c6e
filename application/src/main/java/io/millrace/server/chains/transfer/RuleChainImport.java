// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.RuleChainBundle;
import io.millrace.rule.chain.RuleChainDocument;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleChainType;
import io.millrace.server.chains.editing.ChainQueueChoices;
import io.millrace.server.chains.rulechain.ChainBodies;
import io.millrace.server.chains.rulechain.ChainTransactions;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.validation.ChainCheck;
import io.millrace.server.chains.validation.ChainFaults;
import io.millrace.server.chains.validation.ReportedFault;
import io.millrace.server.chains.validation.Tolerance;
import io.millrace.server.chains.version.Edit;
import io.millrace.server.chains.version.VersionedChains;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Imports chains from exported documents: all chains of a document, or none. */
@Component
public final class RuleChainImport {

    private static final Logger log = LoggerFactory.getLogger(RuleChainImport.class);

    private final RuleChainRepository chains;
    private final VersionedChains versions;
    private final ChainTransactions transactions;
    private final ChainCheck check;
    private final ChainBodies bodies;
    private final ChainQueueChoices queues;

    RuleChainImport(
            RuleChainRepository chains,
            VersionedChains versions,
            ChainTransactions transactions,
            ChainCheck check,
            ChainBodies bodies,
            ChainQueueChoices queues) {
        this.queues = queues;
        this.chains = chains;
        this.versions = versions;
        this.transactions = transactions;
        this.check = check;
        this.bodies = bodies;
    }

    /**
     * Creates a chain from the export file of one chain.
     *
     * @param keepUnknown true to keep nodes of unknown types as placeholders
     * @throws ApiException (400) with all faults of the file
     */
    public RuleChain importOne(Edit edit, JsonNode json, boolean keepUnknown) {
        TenantId tenant = edit.tenant();
        RuleChainDocument document = bodies.document(tenant, json);
        RuleChainContent content = RuleChainContent.of(document.ruleChain());
        queues.require(tenant, content);
        RuleChainMetadata graph =
                new RuleChainBundle(List.of(), List.of(document.metadata()))
                        .withIds(Map.of(), tenant)
                        .metadata()
                        .getFirst();
        RuleChainId id = newId();
        Tolerance tolerance = Tolerance.DEAD_PARTS.keepingUnknown(keepUnknown);
        RuleChainMetadata checked = check.require(tenant, id, graph, tolerance);
        RuleChain added =
                transactions.change(tenant, () -> versions.add(edit, id, content, checked));
        log.info("Rule chain {} of tenant {} imported", id, tenant);
        return added;
    }

    /** Returns the nodes and connections of an imported chain. */
    RuleChainMetadata graphOf(RuleChain imported) {
        return versions.graphOf(imported);
    }

    /**
     * Imports the chains of an export. No new chain becomes the root; a chain that replaces the root stays the root.
     *
     * @param overwrite true to replace stored chains of the same type and name
     * @param keepUnknown true to keep nodes of unknown types as placeholders
     * @throws ApiException (400) with all faults of the document
     */
    List<ImportedChain> importAll(
            Edit edit, JsonNode json, boolean overwrite, boolean keepUnknown) {
        TenantId tenant = edit.tenant();
        RuleChainBundle bundle = bodies.bundle(json);
        requireSound(tenant, bundle, Tolerance.DEAD_PARTS.keepingUnknown(keepUnknown));
        List<ImportedChain> imported =
                transactions.change(
                        tenant, () -> store(edit, bundle, targets(tenant, bundle, overwrite)));
        log.info("{} rule chains of tenant {} imported", imported.size(), tenant);
        return imported;
    }

    private void requireSound(TenantId tenant, RuleChainBundle bundle, Tolerance tolerance) {
        ChainFaults faults = new ChainFaults();
        Map<RuleChainId, List<RuleChainMetadata>> graphs =
                bundle.metadata().stream()
                        .collect(Collectors.groupingBy(graph -> present(graph.ruleChainId())));
        Map<RuleChainId, List<RuleChainHeader>> headers =
                bundle.ruleChains().stream()
                        .collect(Collectors.groupingBy(header -> present(header.id())));
        for (RuleChainHeader header : bundle.ruleChains()) {
            String name = header.name();
            List<RuleChainMetadata> own = graphs.getOrDefault(present(header.id()), List.of());
            faults.checking(name, () -> queues.require(tenant, RuleChainContent.of(header)));
            if (own.size() != 1) {
                String fault =
                        "expected once for this rule chain, present %d times".formatted(own.size());
                faults.add(ReportedFault.of(name, "metadata", fault));
            }
            if (headers.getOrDefault(present(header.id()), List.of()).size() != 1) {
                String fault = "another rule chain has the same id";
                faults.add(ReportedFault.of(name, "id", fault));
            }
            own.forEach(graph ->
                    faults.add(
                            name,
                            // The import drops the ids of nodes, so they need not be unique.
                            check.findings(
                                    tenant, null, graph.forExport(), tolerance, headers.keySet())));
        }
        faults.throwIfAny();
    }

    /**
     * Decides for each chain, in order, whether it is new or replaces a stored one. If several stored chains have the
     * same name, each is replaced at most once.
     */
    private List<Target> targets(TenantId tenant, RuleChainBundle bundle, boolean overwrite) {
        Map<Named, Deque<RuleChain>> stored = new HashMap<>();
        List<Target> targets = new ArrayList<>();
        for (RuleChainHeader header : bundle.ruleChains()) {
            Optional<RuleChain> former =
                    overwrite
                            ? Optional.ofNullable(
                                    stored.computeIfAbsent(
                                                    new Named(header.type(), header.name()),
                                                    named -> oldestFirst(tenant, named))
                                            .poll())
                            : Optional.empty();
            RuleChainId id = former.map(RuleChain::id).orElseGet(RuleChainImport::newId);
            targets.add(new Target(present(header.id()), id, former));
        }
        return targets;
    }

    private Deque<RuleChain> oldestFirst(TenantId tenant, Named named) {
        return new ArrayDeque<>(chains.findByName(tenant, named.type(), named.name()));
    }

    private List<ImportedChain> store(Edit edit, RuleChainBundle bundle, List<Target> targets) {
        Map<RuleChainId, RuleChainId> ids =
                targets.stream().collect(Collectors.toMap(Target::documentId, Target::id));
        RuleChainBundle relabelled = bundle.withIds(ids, edit.tenant());
        Map<RuleChainId, RuleChainMetadata> graphs =
                relabelled.metadata().stream()
                        .collect(
                                Collectors.toMap(
                                        graph -> present(graph.ruleChainId()), graph -> graph));
        Map<RuleChainId, RuleChainHeader> headers =
                relabelled.ruleChains().stream()
                        .collect(
                                Collectors.toMap(header -> present(header.id()), header -> header));
        return targets.stream()
                .map(target ->
                        store(
                                edit,
                                target,
                                RuleChainContent.of(present(headers.get(target.id()))),
                                check.upgraded(present(graphs.get(target.id())))))
                .toList();
    }

    private ImportedChain store(
            Edit edit, Target target, RuleChainContent content, RuleChainMetadata graph) {
        RuleChain stored =
                target.former().isPresent()
                        ? versions.save(edit, target.former().get(), content, graph)
                        : versions.add(edit, target.id(), content, graph);
        return new ImportedChain(stored, target.former().isPresent());
    }

    private static RuleChainId newId() {
        return new RuleChainId(TimeOrderedUuid.next());
    }

    /** Returns a value that a checked document always has. */
    private static <T> T present(@Nullable T value) {
        return Objects.requireNonNull(value);
    }

    private record Named(RuleChainType type, String name) {}

    /**
     * The stored chain that an imported chain becomes.
     *
     * @param documentId its id in the document
     * @param former the chain that it replaces; empty for a new chain
     */
    private record Target(RuleChainId documentId, RuleChainId id, Optional<RuleChain> former) {}
}
