// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.RuleMessage;

/**
 * The logic of a node: takes a message and returns a {@link NodeResult}. Plain Java, without actors.
 *
 * <p>{@link #process} is called for one originator's messages in their order, but by several threads at once for
 * different originators. So a node either has no state or keeps it in a thread-safe form. It must not block: slow
 * operations return {@link NodeResult.Later}.
 */
public interface RuleNode extends AutoCloseable {

    /**
     * Processes one message. An exception counts as {@link NodeResult.Failed} with the exception's message, or its
     * simple class name if it has none.
     */
    NodeResult process(RuleMessage message) throws Exception;

    /**
     * Processes one message with the context of the call. For nodes with external effects ({@link
     * EffectNode}); others need not override it.
     */
    default NodeResult process(RuleMessage message, NodeCall call) throws Exception {
        return process(message);
    }

    /** Releases the node's resources. Called once, after the last message. */
    @Override
    default void close() {}
}
