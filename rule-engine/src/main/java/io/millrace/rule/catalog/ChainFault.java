// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong in a chain.
 *
 * @param nodeIndex the node that it is about, counted from 0, or null: none in particular
 * @param nodeName the node's name, or null
 * @param field what is wrong, as a path in the document: {@code nodes[2].configuration}
 * @param message what was expected and what came, for the person who drew the chain
 */
public record ChainFault(
        @Nullable Integer nodeIndex, @Nullable String nodeName, String field, String message) {

    /** One sentence that says all. */
    @Override
    public String toString() {
        return nodeName == null
                ? "%s: %s".formatted(field, message)
                : "Node \"%s\" (%s): %s".formatted(nodeName, field, message);
    }
}
