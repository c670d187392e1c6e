// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.DefaultRuleChain;
import io.millrace.rule.chain.RuleChainDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleChainType;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.ChainTransactions;
import io.millrace.server.chains.rulechain.ChangedChains;
import io.millrace.server.chains.rulechain.FlowNodes;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.testing.ChainTests;
import io.millrace.server.chains.validation.ChainCheck;
import io.millrace.server.chains.validation.ChainFindings;
import io.millrace.server.chains.validation.Tolerance;
import io.millrace.server.chains.version.Edit;
import io.millrace.server.chains.version.VersionedChains;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.assetprofile.AssetProfile;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.registry.relation.Relations;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NamedEntity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/** Creates, changes and deletes chains. Every change of the nodes is a new version; earlier versions stay unchanged. */
@Component
final class RuleChainService {

    private static final Logger log = LoggerFactory.getLogger(RuleChainService.class);

    private final RuleChainRepository chains;
    private final VersionedChains versions;
    private final ChainTransactions transactions;
    private final ChainCheck check;
    private final ChainTests tests;
    private final ProfileRepository<DeviceProfile> deviceProfiles;
    private final ProfileRepository<AssetProfile> assetProfiles;
    private final ChainQueueChoices queues;
    private final Relations relations;

    RuleChainService(
            RuleChainRepository chains,
            VersionedChains versions,
            ChainTransactions transactions,
            ChainCheck check,
            ChainTests tests,
            ProfileRepository<DeviceProfile> deviceProfiles,
            ProfileRepository<AssetProfile> assetProfiles,
            ChainQueueChoices queues,
            Relations relations) {
        this.relations = relations;
        this.queues = queues;
        this.chains = chains;
        this.versions = versions;
        this.transactions = transactions;
        this.check = check;
        this.tests = tests;
        this.deviceProfiles = deviceProfiles;
        this.assetProfiles = assetProfiles;
    }

    /** Creates a chain without nodes. */
    RuleChain create(Edit edit, RuleChainContent content) {
        return create(edit, content, new RuleChainMetadata(null, null, null, List.of(), List.of()));
    }

    /** Creates a chain with the nodes of the default root chain. */
    RuleChain createFromTemplate(Edit edit, String name) {
        RuleChainDocument template = DefaultRuleChain.load();
        RuleChainContent content = RuleChainContent.of(template.ruleChain()).named(name);
        return create(edit, content, template.metadata());
    }

    /** Creates a chain with the given nodes. */
    RuleChain create(Edit edit, RuleChainContent content, RuleChainMetadata graph) {
        queues.require(edit.tenant(), content);
        RuleChainId id = new RuleChainId(TimeOrderedUuid.next());
        RuleChainMetadata checked = check.require(edit.tenant(), id, graph, Tolerance.NONE);
        RuleChain created =
                transactions.change(edit.tenant(), () -> versions.add(edit, id, content, checked));
        log.info("Rule chain {} of tenant {} created", id, edit.tenant());
        return created;
    }

    /**
     * Changes the name and the other properties of a chain, except its nodes.
     *
     * @param version the version that the caller has read; null skips the check
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

    /** Returns the current nodes and connections of a chain. */
    RuleChainMetadata metadataOf(RuleChain chain) {
        return versions.graphOf(chain);
    }

    /** Checks nodes and connections for a chain, as {@link #saveMetadata} does. */
    ChainFindings check(RuleChain chain, RuleChainMetadata wanted, boolean keepUnknown) {
        return check.findings(
                chain.tenantId(),
                chain.id(),
                wanted,
                toleranceFor(chain, keepUnknown),
                Set.of(chain.id()));
    }

    /** Checks nodes and connections for a new chain. */
    ChainFindings check(TenantId tenant, RuleChainMetadata wanted, boolean keepUnknown) {
        Tolerance tolerance = Tolerance.NONE.keepingUnknown(keepUnknown);
        return check.findings(tenant, null, wanted, tolerance, Set.of());
    }

    private Tolerance toleranceFor(RuleChain chain, boolean keepUnknown) {
        return check.toleranceOf(versions.graphOf(chain)).keepingUnknown(keepUnknown);
    }

    /**
     * Saves nodes and connections as a new version of a chain. A part that no message can reach is an error unless the
     * chain already has it.
     *
     * @param wanted the new nodes and connections; its {@code version} is the one that the caller has read, null skips
     *     the check
     * @param updateRelated true to rename the labels of renamed output nodes in the calling chains too
     * @param keepUnknown true to keep nodes of unknown types as placeholders; those that the chain already has are
     *     kept in any case
     */
    ChangedChains saveMetadata(
            Edit edit,
            RuleChain chain,
            RuleChainMetadata wanted,
            boolean updateRelated,
            boolean keepUnknown) {
        requireVersion(chain, wanted.version());
        RuleChainMetadata checked =
                check.require(edit.tenant(), chain.id(), wanted, toleranceFor(chain, keepUnknown));
        tests.requirePassed(chain, checked);
        return store(edit, chain.id(), wanted.version(), checked, updateRelated);
    }

    /**
     * Restores the nodes and connections of an earlier version, as a new version of the chain. A part that no message
     * can reach and a node of an unknown type are only warnings, because they were saved before.
     *
     * @param seen the version of the chain that the caller has read; null skips the check
     */
    ChangedChains restore(Edit edit, RuleChain chain, long number, @Nullable Long seen) {
        requireVersion(chain, seen);
        RuleChainMetadata checked =
                check.require(edit.tenant(), chain.id(), version(chain, number), Tolerance.ALL);
        tests.requirePassed(chain, checked);
        Edit told = edit.orSaying("Version %d restored".formatted(number));
        return store(told, chain.id(), seen, checked, true);
    }

    /** Returns the nodes and connections of a version of a chain, as they were saved. */
    RuleChainMetadata version(RuleChain chain, long number) {
        return versions.graphOf(chain, number)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Rule chain %s has no version %d".formatted(chain.id(), number)));
    }

    private ChangedChains store(
            Edit edit,
            RuleChainId chain,
            @Nullable Long seen,
            RuleChainMetadata checked,
            boolean updateRelated) {
        ChangedChains changed =
                transactions.change(
                        edit.tenant(),
                        () -> {
                            RuleChain stored = require(edit.tenant(), chain);
                            requireVersion(stored, seen);
                            return save(edit, stored, checked, updateRelated);
                        });
        RuleChain saved = changed.chain();
        log.info(
                "Rule chain {} of tenant {} saved as version {}",
                saved.id(),
                saved.tenantId(),
                saved.state().currentVersion());
        return changed;
    }

    private ChangedChains save(
            Edit edit, RuleChain stored, RuleChainMetadata graph, boolean updateRelated) {
        RuleChain saved = versions.save(edit, stored, stored.content(), graph);
        LabelRenames renames =
                LabelRenames.between(versions.graphOf(stored), versions.graphOf(saved));
        if (!updateRelated || renames.labels().isEmpty()) {
            return new ChangedChains(saved, List.of());
        }
        List<RuleChain> followers =
                chains.findCallers(edit.tenant(), saved.id()).stream()
                        .filter(caller -> !caller.id().equals(saved.id()))
                        .flatMap(caller -> rename(edit, caller, renames, saved).stream())
                        .toList();
        return new ChangedChains(saved, followers);
    }

    /** Saves the calling chain with renamed labels; returns empty if none of its labels changes. */
    private Optional<RuleChain> rename(
            Edit edit, RuleChain caller, LabelRenames renames, RuleChain called) {
        RuleChainMetadata graph = versions.graphOf(caller);
        RuleChainMetadata renamed = renames.appliedTo(graph, called.id().id());
        if (renamed.connections().equals(graph.connections())) {
            return Optional.empty();
        }
        Edit following =
                edit.saying(
                        "Labels follow the outputs of rule chain \"%s\""
                                .formatted(called.content().name()));
        RuleChain follower = versions.save(following, caller, caller.content(), renamed);
        log.info(
                "Rule chain {} of tenant {} updated to the renamed outputs of rule chain {}",
                caller.id(),
                caller.tenantId(),
                called.id());
        return Optional.of(follower);
    }

    /** Makes a chain the tenant's root chain. The result also names the former root chain. */
    ChangedChains makeRoot(TenantId tenant, RuleChainId id) {
        ChangedChains changed =
                transactions.change(
                        tenant,
                        () -> {
                            RuleChain stored = require(tenant, id);
                            if (stored.content().type() != RuleChainType.CORE) {
                                throw ApiException.badRequest(
                                        "Only a chain of type CORE can be the root chain; this one is of type "
                                                + stored.content().type());
                            }
                            List<RuleChain> former =
                                    chains.makeRoot(tenant, id).stream()
                                            .map(chain -> require(tenant, chain))
                                            .toList();
                            return new ChangedChains(require(tenant, id), former);
                        });
        log.info("Rule chain {} is now the root chain of tenant {}", id, tenant);
        return changed;
    }

    /** Deletes a chain with all its versions and relations. */
    void delete(TenantId tenant, RuleChainId id) {
        try {
            transactions.change(
                    tenant,
                    () -> {
                        RuleChain stored = require(tenant, id);
                        requireUnused(stored);
                        chains.delete(tenant, id);
                        relations.entityDeleted(tenant, id.entity());
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
        refuseFor("Device", deviceProfiles.findByRuleChain(chain.tenantId(), chain.id()));
        refuseFor("Asset", assetProfiles.findByRuleChain(chain.tenantId(), chain.id()));
    }

    private static void refuseFor(String kind, List<NamedEntity> users) {
        if (!users.isEmpty()) {
            String names = users.stream().map(NamedEntity::name).collect(Collectors.joining(", "));
            throw ApiException.badRequest(
                    "%s profiles use the rule chain: %s".formatted(kind, names));
        }
    }

    /** Returns what sends messages into a chain. */
    ChainUsers usersOf(RuleChain chain) {
        return new ChainUsers(
                chain.state().root(),
                outputLabelsUsage(chain),
                deviceProfiles.findByRuleChain(chain.tenantId(), chain.id()),
                assetProfiles.findByRuleChain(chain.tenantId(), chain.id()));
    }

    /** Returns the labels with which a chain returns messages to its callers. */
    List<String> outputLabels(RuleChain chain) {
        return versions.graphOf(chain).nodes().stream()
                .filter(FlowNodes::isOutput)
                .map(RuleNodeDocument::name)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the nodes that call the chain, with the labels that leave them. */
    List<OutputLabelsUsage> outputLabelsUsage(RuleChain chain) {
        return chains.findCallers(chain.tenantId(), chain.id()).stream()
                .flatMap(caller ->
                        OutputLabelsUsage.in(caller, versions.graphOf(caller), chain.id().id()))
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
                    "Rule chain %s was changed since you loaded it; load it again"
                            .formatted(stored.id()));
        }
    }

    private static void requireType(RuleChain stored, RuleChainType wanted) {
        if (stored.content().type() != wanted) {
            throw ApiException.badRequest(
                    "type: expected %s, because the type of a chain cannot change, got %s"
                            .formatted(stored.content().type(), wanted));
        }
    }
}
