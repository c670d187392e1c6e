// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.engine.NodeListener.Refusal;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides which messages enter a node, over all its stripes: no more than it has room for, and none while its breaker
 * is open. A message is in the node until the node has answered it or it was given up. Messages that are answered at
 * once take no room. Safe for use by many threads.
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

    /** Admits a visit and returns null, or returns the reason for a refusal. */
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

    /** Notes that the visit was answered at once. */
    void answeredAtOnce(NodeVisit visit) {
        NodeBreaker.Phase phase = visit.calledIn;
        if (phase != null) {
            visit.calledIn = null;
            breaker.withdrawn(phase);
        }
    }

    /** Notes that the visit's answer comes later. */
    void waits(NodeVisit visit) {
        if (visit.calledIn != null) {
            inNode.incrementAndGet();
        }
    }

    /** Notes that a visit with a later answer was answered or given up. Only the first of the two counts. */
    void waitedFor(NodeVisit visit, boolean timedOut) {
        NodeBreaker.Phase phase = visit.calledIn;
        if (phase != null) {
            visit.calledIn = null;
            inNode.decrementAndGet();
            breaker.answered(phase, timedOut);
        }
    }

    /** The number of messages in the node. */
    int messages() {
        return inNode.get();
    }

    /** The breaker's state while it is not closed, or null. */
    NodeState.@Nullable BreakerOpen breakerOpen() {
        return breaker.open();
    }

    /** Notes that the node has stopped. */
    void close() {
        breaker.close();
    }
}
