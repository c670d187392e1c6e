// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why an attempt failed, and where.
 *
 * @param error text for users
 * @param chain the chain in which it happened, or null if the message did not reach one
 * @param node the node in which it happened, or null if it happened outside a node
 * @param nodeName the node's name at that time, or null if there is no node
 */
public record Failure(
        String error,
        @Nullable RuleChainId chain,
        @Nullable RuleNodeId node,
        @Nullable String nodeName) {

    public Failure {
        Objects.requireNonNull(error, "error");
    }

    /** Returns a failure outside any node. */
    public static Failure of(String error) {
        return new Failure(error, null, null, null);
    }
}
