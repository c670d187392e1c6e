// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.RuleMessage;

/**
 * The logic of a node: a message in, a {@link NodeResult} out. Plain Java with no actor in sight.
 *
 * <p>{@link #process} is called for one originator's messages in their order, but by several threads at once for
 * different originators, so a node either keeps no state or keeps it in something made for that. It must not block:
 * what takes time answers {@link NodeResult.Later}.
 */
public interface RuleNode extends AutoCloseable {

    /**
     * Handles one message. An exception counts as {@link NodeResult.Failed} with the exception's message, or its
     * simple class name where it has none.
     */
    NodeResult process(RuleMessage message) throws Exception;

    /**
     * Handles one message, knowing about the call. For nodes with effects on the world outside; the others need not care.
     */
    default NodeResult process(RuleMessage message, NodeCall call) throws Exception {
        return process(message);
    }

    /** Gives back what the node holds. Called once, after the last message. */
    @Override
    default void close() {}
}
