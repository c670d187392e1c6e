// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.api.ApiException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a tenant's chains into one document, in which they have ids that are of no use elsewhere. */
@Component
final class RuleChainExport {

    /** The document is made in memory. */
    private static final int MAX_CHAINS = 10_000;

    private final RuleChainRepository chains;
    private final VersionedChains versions;

    RuleChainExport(RuleChainRepository chains, VersionedChains versions) {
        this.chains = chains;
        this.versions = versions;
    }

    /** The oldest chains of a tenant, at most so many. */
    ObjectNode export(TenantId tenant, int limit) {
        if (limit < 1 || limit > MAX_CHAINS) {
            throw ApiException.badRequest(
                    "limit: expected 1 to %d, but got %d".formatted(MAX_CHAINS, limit));
        }
        List<RuleChain> exported = chains.first(tenant, limit);
        Map<String, UUID> ids = new HashMap<>();
        exported.forEach(chain -> ids.put(chain.id().toString(), TimeOrderedUuid.next()));
        ObjectNode document = JsonMapper.shared().createObjectNode();
        ArrayNode headers = document.putArray("ruleChains");
        ArrayNode graphs = document.putArray("metadata");
        for (RuleChain chain : exported) {
            UUID id = ids.getOrDefault(chain.id().toString(), chain.id().id());
            headers.add(header(chain, new RuleChainId(id)).toJson());
            graphs.add(graph(versions.graphOf(chain), new RuleChainId(id), ids).toJson());
        }
        return document;
    }

    private static RuleChainHeader header(RuleChain chain, RuleChainId id) {
        return new RuleChainHeader(
                id,
                null,
                null,
                chain.content().name(),
                chain.content().type(),
                null,
                chain.state().root(),
                chain.content().debugMode(),
                chain.content().configuration(),
                null,
                null,
                chain.content().additionalInfo());
    }

    private static RuleChainMetadata graph(
            RuleChainMetadata graph, RuleChainId id, Map<String, UUID> ids) {
        RuleChainMetadata plain =
                graph.forExport().withNodes(node -> FlowNodes.redirected(node, ids));
        return new RuleChainMetadata(
                id, null, plain.firstNodeIndex(), plain.nodes(), plain.connections());
    }
}
