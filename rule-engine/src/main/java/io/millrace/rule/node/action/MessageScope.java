// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.AttributeScope;

/** The scope of the attributes that a message is about. */
final class MessageScope {

    private MessageScope() {}

    /**
     * Returns the scope that the metadata names.
     *
     * @param otherwise the scope if they name none
     * @throws IllegalArgumentException if they name none that exists
     */
    static AttributeScope of(RuleMessage message, AttributeScope otherwise) {
        String name = message.metadata().get("scope");
        if (name == null || name.isEmpty()) {
            return otherwise;
        }
        try {
            return AttributeScope.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "metadata \"scope\" must be a scope of attributes, not \"%s\"".formatted(name),
                    e);
        }
    }
}
