// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.plugin;

import io.millrace.rule.node.NodeDefinition;
import java.util.List;

/**
 * Brings node types into Millrace. A plugin is a jar that names one or more of these in {@code
 * META-INF/services/io.millrace.rule.plugin.NodeProvider}; each needs a public constructor without parameters and is
 * made once, when the service starts.
 */
public interface NodeProvider extends AutoCloseable {

    /**
     * The types of nodes. Called at the start, where what it throws ends the start of the service, and again for each node
     * of a test run, with ports that only take notes; so it makes definitions and does nothing else.
     *
     * @param ports what the nodes may touch; each type should be handed only what it needs
     */
    List<NodeDefinition<?>> nodes(PluginPorts ports);

    /** Gives back what all its nodes share. Called once, after the last node has been closed. */
    @Override
    default void close() {}
}
