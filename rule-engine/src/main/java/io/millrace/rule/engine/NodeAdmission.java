// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.engine.NodeListener.Refusal;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides which messages go into a node, over all its stripes: no more than it has room for, and none while its breaker
 * is open. A message is in the node until the node has answered it, or nobody waits for it any more. Messages that are
 * answered at once take no room. Safe for use by many threads.
 */
final class NodeAdmission {

    private final int room;
    private final NodeBreaker breaker;
    private final NodeListener.OfType listener;
    private final AtomicInteger inNode = new AtomicInteger();

    NodeAdmission(int room, NodeBreaker breaker, NodeListener.OfType listener) {
        this.room = room;
        this.breaker = breaker;
        this.listener = listener;
    }

    /** Lets a visit in, or says why not. */
    @Nullable String refusal(NodeVisit visit) {
        int now = inNode.get();
        if (now >= room) {
            listener.refused(Refusal.ROOM);
            return "the node has no room: %d messages are in it".formatted(now);
        }
        NodeBreaker.Phase phase = breaker.admit();
        if (phase == null) {
            listener.refused(Refusal.BREAKER);
            return breaker.refusal();
        }
        visit.calledIn = phase;
        return null;
    }

    /** The visit was answered at once. */
    void answeredAtOnce(NodeVisit visit) {
        NodeBreaker.Phase phase = visit.calledIn;
        if (phase != null) {
            visit.calledIn = null;
            breaker.withdrawn(phase);
        }
    }

    /** The visit's answer comes later. */
    void waits(NodeVisit visit) {
        if (visit.calledIn != null) {
            inNode.incrementAndGet();
        }
    }

    /** A visit that waited was answered or given up. Only the first of the two counts. */
    void waitedFor(NodeVisit visit, boolean timedOut) {
        NodeBreaker.Phase phase = visit.calledIn;
        if (phase != null) {
            visit.calledIn = null;
            inNode.decrementAndGet();
            breaker.answered(phase, timedOut);
        }
    }

    /** How many messages are in the node. */
    int messages() {
        return inNode.get();
    }

    /** How the breaker is while it is not closed, or null. */
    NodeState.@Nullable BreakerOpen breakerOpen() {
        return breaker.open();
    }

    /** The node has ended. */
    void close() {
        breaker.close();
    }
}
