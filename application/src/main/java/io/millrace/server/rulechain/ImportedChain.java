// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A chain out of a document.
 *
 * @param documentId by which the document's other chains call it; null in a document of one chain
 * @param graph its nodes, without the ids that they have in the document
 */
record ImportedChain(
        @Nullable String documentId, RuleChainContent content, RuleChainMetadata graph) {

    ImportedChain {
        graph = graph.forExport();
    }

    /** The same with another graph. */
    ImportedChain with(RuleChainMetadata otherGraph) {
        return new ImportedChain(documentId, content, otherGraph);
    }

    /** The nodes with the document's chains and the exporting tenant replaced by those of the importing one. */
    RuleChainMetadata graphFor(TenantId tenant, Map<String, UUID> chains) {
        return graph.withNodes(node -> FlowNodes.redirected(withTenant(node, tenant.id()), chains));
    }

    private static RuleNodeDocument withTenant(RuleNodeDocument node, UUID tenant) {
        JsonNode configuration = node.configuration().deepCopy();
        replaceTenant(configuration, tenant.toString());
        return node.withConfiguration(configuration, node.configurationVersion());
    }

    private static void replaceTenant(JsonNode json, String tenant) {
        if (json instanceof ObjectNode object
                && object.path("entityType").stringValue("").equals("TENANT")
                && object.path("id").isString()) {
            object.put("id", tenant);
        }
        json.forEach(part -> replaceTenant(part, tenant));
    }
}
