// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.plugin;

import io.millrace.rule.node.NodeDefinition;
import java.util.List;

/**
 * Adds node types to Millrace. A plugin is a jar that names one or more implementations in {@code
 * META-INF/services/io.millrace.rule.plugin.NodeProvider}. Each needs a public constructor without parameters and is
 * created once, when the service starts.
 */
public interface NodeProvider extends AutoCloseable {

    /**
     * Returns the node types. Called at the start of the service, which fails if this method throws, and again for each
     * node of a test run, with ports that only record. So it must create definitions and do nothing else.
     *
     * @param ports the ports for the nodes; pass each type only those that it needs
     */
    List<NodeDefinition<?>> nodes(PluginPorts ports);

    /** Releases resources that its nodes share. Called once, after the last node has been closed. */
    @Override
    default void close() {}
}
