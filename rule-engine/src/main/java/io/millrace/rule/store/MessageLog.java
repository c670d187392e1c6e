// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeIdentity;

/** Takes what log nodes say about messages. Must not block. */
public interface MessageLog {

    /** Whether lines are kept at all; where not, nobody needs to make them. */
    boolean isEnabled();

    /**
     * Keeps one line.
     *
     * @param node the log node that says it
     * @param message the message that it is about
     * @param text what the node says; may span several lines
     */
    void write(NodeIdentity node, RuleMessage message, String text);
}
