// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generates the documentation page of a catalogue's nodes from their annotations and configurations. */
public final class NodeDocumentation {

    private static final String HEAD =
            """
            # Nodes

            <!-- Generated from the nodes' annotations and configurations. NodeDocumentationTest says how. -->

            Every node also has the label `Failure`, for messages that failed. A chain refers to a type by its
            id or, if the type has one, by ThingsBoard's class name. Fields that a configuration leaves out
            are 0, false or none.
            """;

    private NodeDocumentation() {}

    /** Returns the page in Markdown: by group, each type in the catalogue's order. */
    public static String of(NodeCatalogue catalogue) {
        return of(catalogue, List.of());
    }

    /**
     * Returns the page with further sections.
     *
     * @param external sections of nodes of the group external that are not in the catalogue, as {@link #section} makes them
     */
    public static String of(NodeCatalogue catalogue, List<String> external) {
        StringBuilder page = new StringBuilder(HEAD);
        for (NodeGroup group : NodeGroup.values()) {
            List<NodeDefinition<?>> nodes =
                    catalogue.definitions().stream()
                            .filter(definition -> definition.type().group() == group)
                            .toList();
            if (!nodes.isEmpty()) {
                page.append("\n## ").append(title(group)).append('\n');
                nodes.forEach(node -> append(page, catalogue, node));
            }
            if (group == NodeGroup.EXTERNAL) {
                external.forEach(page::append);
            }
        }
        return page.toString();
    }

    /** Returns the section of one type. */
    public static String section(NodeDefinition<?> definition) {
        StringBuilder section = new StringBuilder();
        append(section, NodeCatalogue.of(List.of(definition)), definition);
        return section.toString();
    }

    private static String title(NodeGroup group) {
        String name = group.name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private static void append(
            StringBuilder page, NodeCatalogue catalogue, NodeDefinition<?> definition) {
        NodeType type = definition.type();
        page.append("\n### ").append(type.name()).append("\n\n`").append(type.id()).append('`');
        if (!type.alias().isEmpty()) {
            page.append(", ThingsBoard's `").append(type.alias()).append('`');
        }
        page.append("\n\n").append(type.description());
        if (type.effect()) {
            page.append(" It has an effect outside the message.");
        }
        page.append("\n\nLabels: ").append(labels(type)).append(".\n");
        String table =
                ConfigurationTable.of(
                        definition.configurationType(), catalogue.defaultsOf(definition));
        page.append(table.isEmpty() ? "" : "\n" + table);
    }

    private static String labels(NodeType type) {
        Stream<String> own = Stream.of(type.labels()).map(label -> "`" + label + "`");
        Stream<String> others =
                type.customLabels()
                        ? Stream.of("labels that the configuration or a script defines")
                        : Stream.of();
        String all = Stream.concat(own, others).collect(Collectors.joining(", "));
        return all.isEmpty() ? "none" : all;
    }
}
