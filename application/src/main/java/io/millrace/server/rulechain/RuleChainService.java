// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.DefaultRuleChain;
import io.millrace.rule.chain.RuleChainDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleChainType;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.api.ApiException;
import io.millrace.server.api.Constraints;
import io.millrace.server.assetprofile.AssetProfileRepository;
import io.millrace.server.deviceprofile.DeviceProfileRepository;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/** Makes, changes and deletes chains. Every change of the nodes is a new version; the former ones stay as they are. */
@Component
final class RuleChainService {

    private static final Logger log = LoggerFactory.getLogger(RuleChainService.class);

    private final RuleChainRepository chains;
    private final VersionedChains versions;
    private final ChainTransactions transactions;
    private final ChainCheck check;
    private final ChainTests tests;
    private final DeviceProfileRepository deviceProfiles;
    private final AssetProfileRepository assetProfiles;
    private final ChainQueueChoices queues;

    RuleChainService(
            RuleChainRepository chains,
            VersionedChains versions,
            ChainTransactions transactions,
            ChainCheck check,
            ChainTests tests,
            DeviceProfileRepository deviceProfiles,
            AssetProfileRepository assetProfiles,
            ChainQueueChoices queues) {
        this.queues = queues;
        this.chains = chains;
        this.versions = versions;
        this.transactions = transactions;
        this.check = check;
        this.tests = tests;
        this.deviceProfiles = deviceProfiles;
        this.assetProfiles = assetProfiles;
    }

    /** A new chain that has no nodes. */
    RuleChain create(Author author, RuleChainContent content) {
        return create(
                author, content, new RuleChainMetadata(null, null, null, List.of(), List.of()));
    }

    /** A new chain with the nodes of the default root chain. */
    RuleChain createFromTemplate(Author author, String name) {
        RuleChainDocument template = DefaultRuleChain.load();
        RuleChainContent content = RuleChainContent.of(template.ruleChain()).named(name);
        return create(author, content, template.metadata());
    }

    /** A new chain with nodes of its own. */
    RuleChain create(Author author, RuleChainContent content, RuleChainMetadata graph) {
        queues.require(author.tenant(), content);
        RuleChainId id = new RuleChainId(TimeOrderedUuid.next());
        RuleChainMetadata checked = check.require(author.tenant(), id, graph);
        RuleChain created =
                transactions.change(
                        author.tenant(), () -> versions.add(author, id, content, checked));
        log.info("Rule chain {} of tenant {} created", id, author.tenant());
        return created;
    }

    /**
     * Changes the name of a chain, and what else its editor keeps of it.
     *
     * @param version the version that the caller has seen; null: whichever it is
     */
    RuleChain change(
            TenantId tenant, RuleChainId id, RuleChainContent content, @Nullable Long version) {
        queues.require(tenant, content);
        RuleChain changed =
                transactions.change(
                        tenant,
                        () -> {
                            RuleChain stored = require(tenant, id);
                            requireVersion(stored, version);
                            requireType(stored, content.type());
                            chains.update(stored, content, stored.state().currentVersion());
                            return require(tenant, id);
                        });
        log.info("Rule chain {} of tenant {} changed", id, tenant);
        return changed;
    }

    /** The nodes and connections that a chain runs. */
    RuleChainMetadata metadataOf(RuleChain chain) {
        return versions.graphOf(chain);
    }

    /**
     * Gives a chain other nodes and connections, as a new version of it.
     *
     * @param wanted its {@code version} is the one that the caller has seen; null: whichever it is
     * @param updateRelated whether the labels of renamed output nodes change in the calling chains too
     */
    RuleChainMetadata saveMetadata(
            Author author, RuleChain chain, RuleChainMetadata wanted, boolean updateRelated) {
        requireVersion(chain, wanted.version());
        RuleChainMetadata checked = check.require(author.tenant(), chain.id(), wanted);
        tests.requirePassed(chain, checked);
        RuleChain saved =
                transactions.change(
                        author.tenant(),
                        () -> {
                            RuleChain stored = require(author.tenant(), chain.id());
                            requireVersion(stored, wanted.version());
                            return save(author, stored, checked, updateRelated);
                        });
        log.info(
                "Rule chain {} of tenant {} has version {}",
                saved.id(),
                saved.tenantId(),
                saved.state().currentVersion());
        return versions.graphOf(saved);
    }

    private RuleChain save(
            Author author, RuleChain stored, RuleChainMetadata graph, boolean updateRelated) {
        RuleChain saved = versions.save(author, stored, stored.content(), graph);
        LabelRenames renames =
                LabelRenames.between(versions.graphOf(stored), versions.graphOf(saved));
        if (updateRelated && !renames.labels().isEmpty()) {
            chains.findCallers(author.tenant(), saved.id()).stream()
                    .filter(caller -> !caller.id().equals(saved.id()))
                    .forEach(caller -> rename(author, caller, renames, saved));
        }
        return saved;
    }

    private void rename(Author author, RuleChain caller, LabelRenames renames, RuleChain called) {
        RuleChainMetadata graph = versions.graphOf(caller);
        RuleChainMetadata renamed = renames.appliedTo(graph, called.id().id());
        if (!renamed.connections().equals(graph.connections())) {
            versions.save(author, caller, caller.content(), renamed);
            log.info(
                    "Rule chain {} of tenant {} follows renamed outputs of rule chain {}",
                    caller.id(),
                    caller.tenantId(),
                    called.id());
        }
    }

    /** Makes a chain the one that the tenant's messages enter. */
    RuleChain makeRoot(TenantId tenant, RuleChainId id) {
        RuleChain root =
                transactions.change(
                        tenant,
                        () -> {
                            RuleChain stored = require(tenant, id);
                            if (stored.content().type() != RuleChainType.CORE) {
                                throw ApiException.badRequest(
                                        "Only a chain of type CORE can be the root chain; this one is of type "
                                                + stored.content().type());
                            }
                            chains.makeRoot(tenant, id);
                            return require(tenant, id);
                        });
        log.info("Rule chain {} is the root chain of tenant {}", id, tenant);
        return root;
    }

    /** Deletes a chain with all its versions. */
    void delete(TenantId tenant, RuleChainId id) {
        try {
            transactions.change(
                    tenant,
                    () -> {
                        RuleChain stored = require(tenant, id);
                        requireUnused(stored);
                        chains.delete(tenant, id);
                        return stored;
                    });
        } catch (DataIntegrityViolationException violation) {
            throw switch (Constraints.violatedBy(violation)) {
                case "device_profile_rule_chain_fkey" ->
                        ApiException.badRequest("A device profile uses the rule chain");
                case "asset_profile_rule_chain_fkey" ->
                        ApiException.badRequest("An asset profile uses the rule chain");
                default -> violation;
            };
        }
        log.info("Rule chain {} of tenant {} deleted", id, tenant);
    }

    private void requireUnused(RuleChain chain) {
        if (chain.state().root()) {
            throw ApiException.badRequest(
                    "The root chain cannot be deleted; make another chain the root first");
        }
        refuseFor("Device", deviceProfiles.namesByRuleChain(chain.tenantId(), chain.id()));
        refuseFor("Asset", assetProfiles.namesByRuleChain(chain.tenantId(), chain.id()));
    }

    private static void refuseFor(String kind, List<String> users) {
        if (!users.isEmpty()) {
            throw ApiException.badRequest(
                    "%s profiles use the rule chain: %s".formatted(kind, String.join(", ", users)));
        }
    }

    /** The labels by which a chain returns messages to chains that call it. */
    List<String> outputLabels(RuleChain chain) {
        return versions.graphOf(chain).nodes().stream()
                .filter(FlowNodes::isOutput)
                .map(RuleNodeDocument::name)
                .distinct()
                .sorted()
                .toList();
    }

    private RuleChain require(TenantId tenant, RuleChainId id) {
        return chains.find(tenant, id.id())
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Rule chain with id [%s] is not found".formatted(id)));
    }

    private static void requireVersion(RuleChain stored, @Nullable Long seen) {
        if (seen != null && seen != stored.state().version()) {
            throw ApiException.versionConflict(
                    "Rule chain %s was changed by somebody else; load it again"
                            .formatted(stored.id()));
        }
    }

    private static void requireType(RuleChain stored, RuleChainType wanted) {
        if (stored.content().type() != wanted) {
            throw ApiException.badRequest(
                    "type: expected %s, which the chain was made with, but got %s"
                            .formatted(stored.content().type(), wanted));
        }
    }
}
