// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/** Creates a node from its configuration. The factory holds the ports that the node uses. */
@FunctionalInterface
public interface NodeFactory<C> {

    /**
     * Creates a node that is ready for messages.
     *
     * @throws InvalidConfigurationException if the configuration can never work
     * @throws Exception if the node cannot start now; the start is retried with back-off
     */
    RuleNode create(C configuration, NodeIdentity node) throws Exception;
}
