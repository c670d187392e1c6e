// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.RuleNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's place in a chain version: the running node, or the reason why there is none. Written by the chain's actor,
 * read by the stripes of the node's actor.
 */
final class NodeSlot {

    private static final Logger log = LoggerFactory.getLogger(NodeSlot.class);

    private volatile @Nullable StartedNode started;
    private volatile String reason = "the node is still starting";

    /** The node, or null while it does not run. */
    @Nullable RuleNode node() {
        StartedNode now = started;
        return now == null ? null : now.node();
    }

    boolean hasEffect() {
        StartedNode now = started;
        return now != null && now.effect();
    }

    /** Why there is no node. */
    String reason() {
        return reason;
    }

    void started(StartedNode node) {
        started = node;
    }

    void failed(String why) {
        reason = why;
    }

    void close() {
        StartedNode last = started;
        started = null;
        reason = "the node has stopped";
        if (last != null) {
            try {
                last.node().close();
            } catch (RuntimeException e) {
                log.warn("expected {} to close, but", last.node().getClass().getSimpleName(), e);
            }
        }
    }
}
