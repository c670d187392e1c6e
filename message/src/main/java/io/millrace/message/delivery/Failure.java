// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why an attempt failed, and where.
 *
 * @param error what a person should read
 * @param chain the chain in which it happened, or null where the message never reached one
 * @param node the node in which it happened, or null where it happened outside a node
 * @param nodeName the node's name at that time, or null where there is no node
 */
public record Failure(
        String error,
        @Nullable RuleChainId chain,
        @Nullable RuleNodeId node,
        @Nullable String nodeName) {

    public Failure {
        Objects.requireNonNull(error, "error");
    }

    /** A failure outside any node. */
    public static Failure of(String error) {
        return new Failure(error, null, null, null);
    }
}
