// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import org.jspecify.annotations.Nullable;

/**
 * A message that was in a chain version when a gate left that version: later messages of its originator wait at the
 * gate until it is gone. Deliveries that the message starts in the version, at "acknowledge" nodes, count as part of
 * it.
 */
final class OlderMessage {

    private final ChainGate gate;
    private final OriginatorLine line;
    private final long sequence;
    private final @Nullable OlderMessage next;

    /** Number of holds that remain; guarded by the version's part for the originator. */
    private int holds = 1;

    /** True if no hold remains; guarded by the gate. */
    private boolean gone;

    /**
     * @param sequence the message's place in the order of its originator's messages
     * @param next what another gate, or an earlier change of this one, counts of the same hold; or null
     */
    OlderMessage(ChainGate gate, OriginatorLine line, long sequence, @Nullable OlderMessage next) {
        this.gate = gate;
        this.line = line;
        this.sequence = sequence;
        this.next = next;
    }

    ChainGate gate() {
        return gate;
    }

    OriginatorLine line() {
        return line;
    }

    long sequence() {
        return sequence;
    }

    @Nullable OlderMessage next() {
        return next;
    }

    /** Adds a hold. */
    void hold() {
        holds++;
    }

    /** Removes a hold; returns true if none remains. */
    boolean release() {
        holds--;
        return holds == 0;
    }

    void leave() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }
}
