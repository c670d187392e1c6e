// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.engine.NodeStarter.StartedNode;
import io.millrace.rule.node.RuleNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's place in a chain version: the running node, or the reason why it does not run, and the state that all its
 * stripes share. Written by the chain's actor, read by the stripes of the node's actor.
 */
final class NodeSlot {

    private static final Logger log = LoggerFactory.getLogger(NodeSlot.class);

    private final @Nullable NodeAdmission admission;
    private final NodeListener.OfType listener;
    private volatile @Nullable StartedNode started;
    private volatile String reason = "the node is still starting";

    private NodeSlot(@Nullable NodeAdmission admission, NodeListener.OfType listener) {
        this.admission = admission;
        this.listener = listener;
    }

    /** Creates the slot of a node that will be started. */
    static NodeSlot of(ChainNode definition, ChainVersion version, EngineParts parts) {
        NodeKind kind = parts.nodes().kindOf(definition);
        NodeListener.OfType listener = parts.listener().ofType(kind.type());
        if (kind.waitsForStore()) {
            return new NodeSlot(null, listener);
        }
        EngineSettings settings = parts.settings();
        NodeBreaker breaker =
                new NodeBreaker(
                        settings.breaker(),
                        parts.ticker(),
                        new BreakerWatcher(definition, version, listener));
        return new NodeSlot(new NodeAdmission(settings.maxInNode(), breaker, listener), listener);
    }

    private record BreakerWatcher(
            ChainNode node, ChainVersion version, NodeListener.OfType listener)
            implements NodeBreaker.Watcher {

        @Override
        public void opened(String reason, Duration pause) {
            log.warn(
                    "Breaker of node '{}' of rule chain '{}' ({}, tenant {}) opened for {} s: {};"
                            + " its messages fail meanwhile",
                    node.name(),
                    version.name(),
                    version.chain(),
                    version.tenant(),
                    pause.toSeconds(),
                    reason);
            listener.breakerOpened();
        }

        @Override
        public void closed() {
            log.info(
                    "Breaker of node '{}' of rule chain '{}' ({}, tenant {}) closed",
                    node.name(),
                    version.name(),
                    version.chain(),
                    version.tenant());
            listener.breakerClosed();
        }

        @Override
        public void ended() {
            listener.breakerClosed();
        }
    }

    /** Decides which messages enter, or null: all do. */
    @Nullable NodeAdmission admission() {
        return admission;
    }

    NodeListener.OfType listener() {
        return listener;
    }

    /** The node, or null while it does not run. */
    @Nullable RuleNode node() {
        StartedNode now = started;
        return now == null ? null : now.node();
    }

    boolean hasEffect() {
        StartedNode now = started;
        return now != null && now.effect();
    }

    /** Why the node does not run. */
    String reason() {
        return reason;
    }

    /** Returns the node's current state. */
    NodeState state(ChainNode definition) {
        NodeState.Condition condition = node() == null ? new NodeState.NotStarted(reason) : null;
        if (condition == null && admission != null) {
            condition = admission.breakerOpen();
        }
        return new NodeState(
                definition,
                admission == null ? 0 : admission.messages(),
                condition == null ? new NodeState.Running() : condition);
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
        if (admission != null) {
            admission.close();
        }
        if (last != null) {
            try {
                last.node().close();
            } catch (RuntimeException | LinkageError e) {
                log.warn(
                        "Cannot close node {}; its resources may stay open",
                        last.node().getClass().getSimpleName(),
                        e);
            }
        }
    }
}
