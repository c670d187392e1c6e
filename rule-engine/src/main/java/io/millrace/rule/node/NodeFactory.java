// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/** Makes a node out of its configuration. What the node may touch, the factory brings along. */
@FunctionalInterface
public interface NodeFactory<C> {

    /**
     * Makes a node that is ready for messages.
     *
     * @throws InvalidConfigurationException if the configuration cannot work, however often it is tried
     * @throws Exception if the node cannot start now; it is tried again with back-off
     */
    RuleNode create(C configuration, NodeIdentity node) throws Exception;
}
