// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The properties of a chain without its nodes. Identity and history are null in export files.
 *
 * @param id the chain, or null: not stored yet
 * @param createdTime milliseconds since the epoch, or null
 * @param tenantId tenant that owns the chain, or null
 * @param name the name that a user gave it; not blank
 * @param type where it is meant to run
 * @param firstRuleNodeId the node that messages enter, or null
 * @param root whether the tenant's messages enter this chain
 * @param debugMode stored and not used
 * @param configuration stored and not used
 * @param externalId identity in the system that it was exported from, or null
 * @param version for optimistic locking, or null
 * @param additionalInfo data of the editor, such as a description, or null
 */
public record RuleChainHeader(
        @Nullable RuleChainId id,
        @Nullable Long createdTime,
        @Nullable TenantId tenantId,
        String name,
        RuleChainType type,
        @Nullable RuleNodeId firstRuleNodeId,
        boolean root,
        boolean debugMode,
        @Nullable JsonNode configuration,
        @Nullable RuleChainId externalId,
        @Nullable Long version,
        @Nullable JsonNode additionalInfo) {

    public RuleChainHeader {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name: expected a text; it is blank");
        }
    }

    /**
     * Reads a header. Unknown properties are ignored; a missing type is {@link RuleChainType#CORE}.
     *
     * @throws IllegalArgumentException if the JSON is not a header; the message names the property
     */
    public static RuleChainHeader read(JsonNode json) {
        return RuleChainReader.header(new JsonProperties(json, ""));
    }

    /** Returns the header in the form of the REST API, or, if it has no id, of an export file. */
    public ObjectNode toJson() {
        return RuleChainWriter.write(this);
    }

    /** Returns the header without identity and history, as in an export file. */
    public RuleChainHeader forExport() {
        return new RuleChainHeader(
                null,
                null,
                null,
                name,
                type,
                null,
                false,
                debugMode,
                configuration,
                null,
                null,
                additionalInfo);
    }
}
