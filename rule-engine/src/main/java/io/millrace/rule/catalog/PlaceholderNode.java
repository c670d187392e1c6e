// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;

/**
 * Stands for a node of a type that the catalogue lacks. Every message leaves by {@code Failure}, with the reason. The
 * chain keeps the type and configuration, so that the node works as soon as the catalogue has its type.
 */
final class PlaceholderNode implements RuleNode {

    private final String reason;

    PlaceholderNode(String type) {
        this.reason = MissingType.of(type).sentence();
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Failed(message, reason);
    }
}
