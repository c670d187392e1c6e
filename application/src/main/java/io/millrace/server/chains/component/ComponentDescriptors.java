// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.component;

import io.millrace.rule.catalog.ConfigurationSchema;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.flow.RuleChainNode;
import io.millrace.server.chains.component.ComponentDescriptor.ConfigurationDescriptor;
import io.millrace.server.chains.component.ComponentDescriptor.Definition;
import io.millrace.server.chains.component.ComponentDescriptor.TypeId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The descriptors of all node types in the catalogue. Each is created on first use. */
@Component
final class ComponentDescriptors {

    private final NodeCatalogue catalogue;
    private final Map<String, ComponentDescriptor> known = new ConcurrentHashMap<>();

    ComponentDescriptors(NodeCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Returns the node types of the groups, in the catalogue's order. */
    List<ComponentDescriptor> of(Set<NodeGroup> groups) {
        return catalogue.definitions().stream()
                .filter(definition -> groups.contains(definition.type().group()))
                .map(this::of)
                .toList();
    }

    /** Returns the node type with this name in chains. */
    Optional<ComponentDescriptor> find(String clazz) {
        return catalogue.find(clazz).map(this::of);
    }

    private ComponentDescriptor of(NodeDefinition<?> definition) {
        return known.computeIfAbsent(definition.type().id(), _ -> describe(definition));
    }

    private ComponentDescriptor describe(NodeDefinition<?> definition) {
        NodeType type = definition.type();
        return new ComponentDescriptor(
                new TypeId(UUID.nameUUIDFromBytes(type.id().getBytes(StandardCharsets.UTF_8))),
                0,
                type.group(),
                "TENANT",
                "ENABLED",
                type.name(),
                type.alias().isEmpty() ? type.id() : type.alias(),
                type.id(),
                type.version(),
                type.choosesQueue(),
                null,
                new ConfigurationDescriptor(definition(definition)));
    }

    private Definition definition(NodeDefinition<?> definition) {
        NodeType type = definition.type();
        return new Definition(
                type.description(),
                type.description(),
                !type.source(),
                type.labels().length > 0 || type.customLabels(),
                Stream.concat(Stream.of(type.labels()), Stream.of(NodeResult.FAILURE)).toList(),
                type.customLabels(),
                type.equals(RuleChainNode.class.getAnnotation(NodeType.class)),
                catalogue.defaultsOf(definition),
                ConfigurationSchema.of(definition),
                List.of(),
                "",
                "",
                "",
                "");
    }
}
