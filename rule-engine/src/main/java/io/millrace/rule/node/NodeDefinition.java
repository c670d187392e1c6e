// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a node type for the catalogue.
 *
 * @param type the annotation of the node's class
 * @param configurationType record that the configuration is bound to; unknown properties are ignored
 * @param defaults the configuration of a new node
 * @param upgrade upgrades older configurations
 * @param factory creates nodes
 */
public record NodeDefinition<C>(
        NodeType type,
        Class<C> configurationType,
        C defaults,
        ConfigurationUpgrade upgrade,
        NodeFactory<C> factory) {

    public NodeDefinition {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(defaults, "defaults");
        if (type.id().isBlank()) {
            throw new IllegalArgumentException("expected @NodeType with an id; it is blank");
        }
        checkLabels(type);
    }

    /** Checks the labels, because a message that leaves by a label that cannot be connected would vanish silently. */
    private static void checkLabels(NodeType type) {
        Set<String> seen = new HashSet<>();
        for (String label : type.labels()) {
            if (label.isBlank() || label.equals(NodeResult.FAILURE) || !seen.add(label)) {
                throw new IllegalArgumentException(
                        ("labels of %s: expected each once, none blank, and without Failure, which every node has,"
                                        + " got %s")
                                .formatted(type.id(), Arrays.toString(type.labels())));
            }
        }
    }

    /** Returns the definition of a node class that is annotated with {@link NodeType}. */
    @SuppressWarnings(
            "unchecked") // the class of a C is a Class<C> because C is a record, which is final
    public static <C extends Record> NodeDefinition<C> of(
            Class<? extends RuleNode> node,
            C defaults,
            ConfigurationUpgrade upgrade,
            NodeFactory<C> factory) {
        @Nullable NodeType type = node.getAnnotation(NodeType.class);
        if (type == null) {
            throw new IllegalArgumentException("expected @NodeType on " + node.getName());
        }
        return new NodeDefinition<>(
                type, (Class<C>) defaults.getClass(), defaults, upgrade, factory);
    }

    /** Returns the definition of a type whose configuration never changed. */
    public static <C extends Record> NodeDefinition<C> of(
            Class<? extends RuleNode> node, C defaults, NodeFactory<C> factory) {
        return of(node, defaults, ConfigurationUpgrade.NONE, factory);
    }
}
