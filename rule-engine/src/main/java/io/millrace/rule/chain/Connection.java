// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleNodeId;

/** A connection from one node to another for messages that leave by the label. Labels are case-insensitive. */
public record Connection(RuleNodeId from, RuleNodeId to, String label) {

    public Connection {
        // There are few labels, and many connections that have them.
        label = label.intern();
    }
}
