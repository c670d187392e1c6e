// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.api.ApiException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Makes chains of the documents that exports write: all chains of a document, or none. */
@Component
final class RuleChainImport {

    private static final Logger log = LoggerFactory.getLogger(RuleChainImport.class);

    private final RuleChainRepository chains;
    private final VersionedChains versions;
    private final ChainTransactions transactions;
    private final ChainCheck check;
    private final ChainBodies bodies;

    RuleChainImport(
            RuleChainRepository chains,
            VersionedChains versions,
            ChainTransactions transactions,
            ChainCheck check,
            ChainBodies bodies) {
        this.chains = chains;
        this.versions = versions;
        this.transactions = transactions;
        this.check = check;
        this.bodies = bodies;
    }

    /**
     * A new chain out of a document of one.
     *
     * @throws ApiException (400) with all faults where the document has any
     */
    RuleChain importOne(Author author, JsonNode json) {
        ChainFaults faults = new ChainFaults();
        Optional<ImportedChain> read =
                new ImportDocument(faults, bodies.namesIn(author.tenant())).one(json);
        read.ifPresent(chain -> check.addFaults(faults, "", author.tenant(), chain.graph()));
        faults.throwIfAny();
        ImportedChain chain = upgraded(read.orElseThrow());
        RuleChain added =
                transactions.change(author.tenant(), () -> add(author, newId(), chain, Map.of()));
        log.info("Rule chain {} of tenant {} imported", added.id(), author.tenant());
        return added;
    }

    /**
     * The chains of a document of many. None becomes the root; one that replaces the root stays it.
     *
     * @param overwrite whether a chain replaces the one of the same type and name
     * @throws ApiException (400) with all faults where the document has any
     */
    List<RuleChainImportResult> importAll(Author author, JsonNode json, boolean overwrite) {
        ChainFaults faults = new ChainFaults();
        List<ImportedChain> read =
                new ImportDocument(faults, bodies.namesIn(author.tenant())).many(json);
        for (ImportedChain chain : read) {
            String prefix = "Rule chain \"%s\": ".formatted(chain.content().name());
            check.addFaults(faults, prefix, author.tenant(), chain.graph());
        }
        faults.throwIfAny();
        List<ImportedChain> upgraded = read.stream().map(this::upgraded).toList();
        List<RuleChainImportResult> results =
                transactions.change(
                        author.tenant(),
                        () -> store(author, targets(author.tenant(), upgraded, overwrite)));
        log.info("{} rule chains of tenant {} imported", results.size(), author.tenant());
        return results;
    }

    private ImportedChain upgraded(ImportedChain chain) {
        return chain.with(check.upgraded(chain.graph()));
    }

    private List<Target> targets(TenantId tenant, List<ImportedChain> imported, boolean overwrite) {
        Map<RuleChainContent, Deque<RuleChain>> replaceable = new HashMap<>();
        List<Target> targets = new ArrayList<>();
        for (ImportedChain chain : imported) {
            Optional<RuleChain> replaced =
                    overwrite
                            ? Optional.ofNullable(
                                    replaceable
                                            .computeIfAbsent(
                                                    key(chain.content()),
                                                    key -> sameName(tenant, key))
                                            .poll())
                            : Optional.empty();
            RuleChainId id = replaced.map(RuleChain::id).orElseGet(RuleChainImport::newId);
            targets.add(new Target(chain, id, replaced));
        }
        return targets;
    }

    private static RuleChainContent key(RuleChainContent content) {
        return new RuleChainContent(content.name(), content.type(), false, null, null);
    }

    private Deque<RuleChain> sameName(TenantId tenant, RuleChainContent key) {
        return new ArrayDeque<>(chains.findByName(tenant, key.type(), key.name()));
    }

    private List<RuleChainImportResult> store(Author author, List<Target> targets) {
        Map<String, UUID> ids = new HashMap<>();
        for (Target target : targets) {
            if (target.chain().documentId() != null) {
                ids.put(target.chain().documentId(), target.id().id());
            }
        }
        return targets.stream().map(target -> store(author, target, ids)).toList();
    }

    private RuleChainImportResult store(Author author, Target target, Map<String, UUID> ids) {
        ImportedChain chain = target.chain();
        RuleChain stored =
                target.replaced()
                        .map(replaced ->
                                versions.save(
                                        author,
                                        replaced,
                                        chain.content(),
                                        chain.graphFor(author.tenant(), ids)))
                        .orElseGet(() -> add(author, target.id(), chain, ids));
        return new RuleChainImportResult(
                stored.id(), stored.content().name(), target.replaced().isPresent(), null);
    }

    private RuleChain add(
            Author author, RuleChainId id, ImportedChain chain, Map<String, UUID> ids) {
        return versions.add(author, id, chain.content(), chain.graphFor(author.tenant(), ids));
    }

    private static RuleChainId newId() {
        return new RuleChainId(TimeOrderedUuid.next());
    }

    /** What an imported chain becomes: another one's successor, or a new chain. */
    private record Target(ImportedChain chain, RuleChainId id, Optional<RuleChain> replaced) {}
}
