// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.component;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.rule.node.NodeGroup;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A type of node, as ThingsBoard describes one to editors of chains; {@code nodeType} and {@code configurationSchema} are
 * additions.
 *
 * @param id the same wherever and whenever Millrace runs
 * @param createdTime always 0
 * @param clazz by what chains name the type: ThingsBoard's class name, or Millrace's id where ThingsBoard has no such type
 * @param nodeType Millrace's id of the type
 * @param hasQueueName whether a person chooses a queue for each node
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record ComponentDescriptor(
        TypeId id,
        long createdTime,
        NodeGroup type,
        String scope,
        String clusteringMode,
        String name,
        String clazz,
        String nodeType,
        int configurationVersion,
        boolean hasQueueName,
        @Nullable String actions,
        ConfigurationDescriptor configurationDescriptor) {

    record TypeId(UUID id) {}

    record ConfigurationDescriptor(Definition nodeDefinition) {}

    /**
     * What a form for the configuration needs.
     *
     * @param details the same as the description, where ThingsBoard has a page of HTML
     * @param inEnabled whether a connection may lead to such a node
     * @param outEnabled whether a connection may leave it, one with the label Failure aside
     * @param relationTypes the labels by which messages leave, Failure among them
     * @param customRelations whether connections may have other labels too
     * @param ruleChainNode whether it calls another chain
     * @param configurationSchema JSON Schema of the configuration (draft 2020-12)
     * @param uiResources always empty, as all that follows: the form is made from the schema
     */
    record Definition(
            String details,
            String description,
            boolean inEnabled,
            boolean outEnabled,
            List<String> relationTypes,
            boolean customRelations,
            boolean ruleChainNode,
            JsonNode defaultConfiguration,
            JsonNode configurationSchema,
            List<String> uiResources,
            String configDirective,
            String icon,
            String iconUrl,
            String docUrl) {}
}
