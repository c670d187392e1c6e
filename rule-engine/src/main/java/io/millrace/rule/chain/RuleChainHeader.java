// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a chain is apart from its nodes. Export files lack identity and history, which are null there.
 *
 * @param id the chain, or null: not stored yet
 * @param createdTime milliseconds since the epoch, or null
 * @param tenantId whose chain it is, or null
 * @param name the name that a person gave it; not blank
 * @param type where it is meant to run
 * @param firstRuleNodeId where messages enter, or null
 * @param root whether the tenant's messages enter this chain
 * @param debugMode kept and not used
 * @param configuration kept and not used
 * @param externalId identity in the system that it was exported from, or null
 * @param version for optimistic locking, or null
 * @param additionalInfo what the editor keeps, such as a description, or null
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
            throw new IllegalArgumentException("name: expected a text, but it is blank");
        }
    }

    /**
     * Reads a header. Properties that it does not know are ignored; a missing type is {@link RuleChainType#CORE}.
     *
     * @throws IllegalArgumentException if the JSON is no header; the message names the property
     */
    public static RuleChainHeader read(JsonNode json) {
        return RuleChainReader.header(new JsonProperties(json, ""));
    }

    /** The header as the REST API shows it; as an export file has it where there is no id. */
    public ObjectNode toJson() {
        return RuleChainWriter.write(this);
    }

    /** The header without identity and history, as an export file has it. */
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
