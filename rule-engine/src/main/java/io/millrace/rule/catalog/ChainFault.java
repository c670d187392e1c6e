// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A finding in a chain: an error or a warning.
 *
 * @param kind what it is about
 * @param subject the type, name, label or id that it is about, see {@link FaultKind}; or null
 * @param nodeIndex index of the node that it is about, from 0, or null: no particular node
 * @param nodeName the node's name, or null
 * @param field the path of the wrong property in the document: {@code nodes[2].configuration}
 * @param message what was found and what was expected, for the author of the chain
 */
public record ChainFault(
        FaultKind kind,
        @Nullable String subject,
        @Nullable Integer nodeIndex,
        @Nullable String nodeName,
        String field,
        String message) {

    /** Creates a finding of the kind {@link FaultKind#STRUCTURE}. */
    public ChainFault(
            @Nullable Integer nodeIndex, @Nullable String nodeName, String field, String message) {
        this(FaultKind.STRUCTURE, null, nodeIndex, nodeName, field, message);
    }

    /** Returns the same finding of another kind. */
    ChainFault as(FaultKind newKind, @Nullable String newSubject) {
        return new ChainFault(newKind, newSubject, nodeIndex, nodeName, field, message);
    }

    /**
     * Returns the finding of a missing type, for a node that is kept as a placeholder.
     *
     * @throws IllegalStateException if it is a finding of another kind
     */
    public ChainFault asPlaceholder() {
        if (!kind.isMissingType()) {
            throw new IllegalStateException("not a missing type: " + this);
        }
        String kept = message + ". The node is a placeholder: it sends every message to Failure";
        return new ChainFault(kind, subject, nodeIndex, nodeName, field, kept);
    }

    /** Returns the finding as one sentence. */
    @Override
    public String toString() {
        return nodeName == null
                ? "%s: %s".formatted(field, message)
                : "Node \"%s\" (%s): %s".formatted(nodeName, field, message);
    }
}
