// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import org.jspecify.annotations.Nullable;

/**
 * An error in a chain.
 *
 * @param nodeIndex index of the node that it is about, from 0, or null: no particular node
 * @param nodeName the node's name, or null
 * @param field the path of the wrong property in the document: {@code nodes[2].configuration}
 * @param message what was expected and what was found, for the author of the chain
 */
public record ChainFault(
        @Nullable Integer nodeIndex, @Nullable String nodeName, String field, String message) {

    /** Returns the error as one sentence. */
    @Override
    public String toString() {
        return nodeName == null
                ? "%s: %s".formatted(field, message)
                : "Node \"%s\" (%s): %s".formatted(nodeName, field, message);
    }
}
