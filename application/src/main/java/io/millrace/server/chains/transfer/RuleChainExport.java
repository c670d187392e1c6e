// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainBundle;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.version.VersionedChains;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Writes a tenant's chains into one document, in which they have ids that are of no use elsewhere. */
@Component
final class RuleChainExport {

    private static final int MAX_CHAINS = 10_000;

    /** The document is made in memory, and an import of more would be refused. */
    private static final long MAX_CHARACTERS = 16L * 1024 * 1024;

    private final RuleChainRepository chains;
    private final VersionedChains versions;

    RuleChainExport(RuleChainRepository chains, VersionedChains versions) {
        this.chains = chains;
        this.versions = versions;
    }

    /**
     * The oldest chains of a tenant, at most so many.
     *
     * @throws ApiException (400) where the limit, or what it lets in, is too much
     */
    ObjectNode export(TenantId tenant, int limit) {
        if (limit < 1 || limit > MAX_CHAINS) {
            throw ApiException.badRequest(
                    "limit: expected 1 to %d, but got %d".formatted(MAX_CHAINS, limit));
        }
        if (chains.charactersOfFirst(tenant, limit) > MAX_CHARACTERS) {
            throw ApiException.badRequest(
                    "limit: so many chains make a document of more than %d MiB; export fewer"
                            .formatted(MAX_CHARACTERS >> 20));
        }
        List<RuleChain> exported = chains.first(tenant, limit);
        List<RuleChainHeader> headers = exported.stream().map(RuleChain::header).toList();
        List<RuleChainMetadata> graphs = exported.stream().map(versions::graphOf).toList();
        return new RuleChainBundle(headers, graphs).withFreshIds(null).toJson();
    }
}
