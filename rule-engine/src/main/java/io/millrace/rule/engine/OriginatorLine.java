// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.EntityId;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * An originator at a gate that has left a chain version: its messages that are still in the version, and its branches
 * that wait for them. Guarded by the gate.
 */
final class OriginatorLine {

    private final EntityId originator;
    private final PriorityQueue<OlderMessage> older =
            new PriorityQueue<>(Comparator.comparingLong(OlderMessage::sequence));
    private final SequencedSet<WaitingBranch> waiting = new LinkedHashSet<>();

    OriginatorLine(EntityId originator) {
        this.originator = originator;
    }

    EntityId originator() {
        return originator;
    }

    void add(OlderMessage message) {
        older.add(message);
    }

    SequencedSet<WaitingBranch> waiting() {
        return waiting;
    }

    /**
     * True if the branch must wait: a message that is older than its own is still in a version that the gate has left.
     * A message never waits for a younger one, so messages cannot wait for each other in a circle.
     */
    boolean mustWait(Branch branch) {
        OlderMessage oldest = oldest();
        return oldest != null && oldest.sequence() < branch.tree().sequence();
    }

    /** Returns the first waiting branch that may enter now, or null. */
    @Nullable WaitingBranch next() {
        for (WaitingBranch place : waiting) {
            if (!mustWait(place.branch())) {
                return place;
            }
        }
        return null;
    }

    /** True if none of the originator's messages is in a version that the gate has left. */
    boolean isOver() {
        return oldest() == null;
    }

    private @Nullable OlderMessage oldest() {
        OlderMessage oldest = older.peek();
        while (oldest != null && oldest.isGone()) {
            older.remove();
            oldest = older.peek();
        }
        return oldest;
    }
}
