// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A node as chains are stored and exported.
 *
 * @param id the node, or null: it is new
 * @param createdTime milliseconds since the epoch, or null
 * @param ruleChainId the chain that it belongs to, or null
 * @param type its type: Millrace's id or ThingsBoard's class name; may be unknown
 * @param name the name that a user gave it; may be blank
 * @param debugSettings which debug events are kept, or null: none
 * @param singletonMode stored; every type of node runs on all instances
 * @param queueName the queue configured for it, or null
 * @param configurationVersion version of {@code configuration}
 * @param configuration its configuration; JSON null if it has none
 * @param externalId identity in the system that it was exported from, or null
 * @param additionalInfo data of the editor, such as position and description, or null
 */
public record RuleNodeDocument(
        @Nullable RuleNodeId id,
        @Nullable Long createdTime,
        @Nullable RuleChainId ruleChainId,
        String type,
        String name,
        @Nullable DebugSettings debugSettings,
        boolean singletonMode,
        @Nullable String queueName,
        int configurationVersion,
        JsonNode configuration,
        @Nullable RuleNodeId externalId,
        @Nullable JsonNode additionalInfo) {

    /** Returns the same node with an id. */
    public RuleNodeDocument withId(RuleNodeId newId) {
        return with(newId, createdTime, ruleChainId, externalId);
    }

    /** Returns the same node without identity and history, as in an export file. */
    public RuleNodeDocument forExport() {
        return with(null, null, null, null);
    }

    /** Returns the same node with another configuration. */
    public RuleNodeDocument withConfiguration(JsonNode newConfiguration, int newVersion) {
        return new RuleNodeDocument(
                id,
                createdTime,
                ruleChainId,
                type,
                name,
                debugSettings,
                singletonMode,
                queueName,
                newVersion,
                newConfiguration,
                externalId,
                additionalInfo);
    }

    /** Returns the same node with other debug settings. */
    public RuleNodeDocument withDebugSettings(@Nullable DebugSettings newSettings) {
        return new RuleNodeDocument(
                id,
                createdTime,
                ruleChainId,
                type,
                name,
                newSettings,
                singletonMode,
                queueName,
                configurationVersion,
                configuration,
                externalId,
                additionalInfo);
    }

    private RuleNodeDocument with(
            @Nullable RuleNodeId newId,
            @Nullable Long newCreatedTime,
            @Nullable RuleChainId newChain,
            @Nullable RuleNodeId newExternalId) {
        return new RuleNodeDocument(
                newId,
                newCreatedTime,
                newChain,
                type,
                name,
                debugSettings,
                singletonMode,
                queueName,
                configurationVersion,
                configuration,
                newExternalId,
                additionalInfo);
    }
}
