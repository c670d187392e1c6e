// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A whole chain in one document, the form of export files.
 *
 * @param ruleChain the chain's properties without its nodes
 * @param metadata its nodes and connections
 */
public record RuleChainDocument(RuleChainHeader ruleChain, RuleChainMetadata metadata) {

    /**
     * Reads a document. Unknown properties are ignored.
     *
     * @throws IllegalArgumentException if the JSON is not such a document; the message names the property
     */
    public static RuleChainDocument read(JsonNode json) {
        JsonProperties properties = new JsonProperties(json, "");
        return new RuleChainDocument(
                RuleChainReader.header(properties.object("ruleChain")),
                RuleChainReader.metadata(properties.object("metadata"), _ -> Optional.empty()));
    }

    /** Returns the document as JSON. */
    public ObjectNode toJson() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.set("ruleChain", ruleChain.toJson());
        json.set("metadata", metadata.toJson());
        return json;
    }

    /** Returns the document without identity and history, as in an export file. */
    public RuleChainDocument forExport() {
        return new RuleChainDocument(ruleChain.forExport(), metadata.forExport());
    }
}
