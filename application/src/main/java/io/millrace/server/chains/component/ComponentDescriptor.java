// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.component;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.rule.node.NodeGroup;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A node type in ThingsBoard's format for rule chain editors; {@code nodeType} and {@code configurationSchema} are
 * additions.
 *
 * @param id derived from the node type, so the same in all installations
 * @param createdTime always 0
 * @param clazz the name of the type in chains: ThingsBoard's class name, or Millrace's id if ThingsBoard has no such
 *     type
 * @param nodeType Millrace's id of the type
 * @param hasQueueName true if each node has its own choice of queue
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
     * The data for a configuration form.
     *
     * @param details the same as the description; ThingsBoard has an HTML page here
     * @param inEnabled true if connections may lead to such a node
     * @param outEnabled true if connections other than Failure may leave it
     * @param relationTypes the labels of outgoing messages, including Failure
     * @param customRelations true if connections may also have other labels
     * @param ruleChainNode true if the node calls another chain
     * @param configurationSchema JSON Schema of the configuration (draft 2020-12)
     * @param uiResources always empty, like all following components: the form is generated from the schema
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
