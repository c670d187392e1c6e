// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeIdentity;

/** Takes the lines that log nodes write about messages. Must not block. */
public interface MessageLog {

    /** True if lines are kept; if not, callers need not create them. */
    boolean isEnabled();

    /**
     * Writes one entry.
     *
     * @param node the log node
     * @param message the message that the entry is about
     * @param text the entry; may span several lines
     */
    void write(NodeIdentity node, RuleMessage message, String text);
}
