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

/** Exports a tenant's chains as one document. The ids in it are valid only within the document. */
@Component
final class RuleChainExport {

    private static final int MAX_CHAINS = 10_000;

    /** The document is built in memory, and a larger one would be refused on import. */
    private static final long MAX_CHARACTERS = 16L * 1024 * 1024;

    private final RuleChainRepository chains;
    private final VersionedChains versions;

    RuleChainExport(RuleChainRepository chains, VersionedChains versions) {
        this.chains = chains;
        this.versions = versions;
    }

    /**
     * Exports the oldest chains of a tenant, up to the limit.
     *
     * @throws ApiException (400) if the limit is invalid, or the document would be too large
     */
    ObjectNode export(TenantId tenant, int limit) {
        if (limit < 1 || limit > MAX_CHAINS) {
            throw ApiException.badRequest(
                    "limit: expected 1 to %d, got %d".formatted(MAX_CHAINS, limit));
        }
        if (chains.charactersOfFirst(tenant, limit) > MAX_CHARACTERS) {
            throw ApiException.badRequest(
                    "limit: the document would be larger than %d MiB; export fewer chains"
                            .formatted(MAX_CHARACTERS >> 20));
        }
        List<RuleChain> exported = chains.first(tenant, limit);
        List<RuleChainHeader> headers = exported.stream().map(RuleChain::header).toList();
        List<RuleChainMetadata> graphs = exported.stream().map(versions::graphOf).toList();
        return new RuleChainBundle(headers, graphs).withFreshIds(null).toJson();
    }
}
