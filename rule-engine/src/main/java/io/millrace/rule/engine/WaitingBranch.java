// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.util.SequencedSet;

/**
 * A branch that waits at a gate. Both the gate and the branch's tree refer to it: the gate until the branch may enter,
 * the tree to notify the gate when the attempt is given up.
 */
final class WaitingBranch {

    private final Branch branch;
    private final ChainGate gate;
    private final SequencedSet<WaitingBranch> line;

    /**
     * @param line the gate's line in which the branch waits; guarded by the gate
     */
    WaitingBranch(Branch branch, ChainGate gate, SequencedSet<WaitingBranch> line) {
        this.branch = branch;
        this.gate = gate;
        this.line = line;
    }

    /** Leaves its line; returns false if it has left it before. Called under the gate's lock. */
    boolean leaveLine() {
        return line.remove(this);
    }

    Branch branch() {
        return branch;
    }

    /** Leaves the gate, because the attempt was given up. Called without any lock of the engine. */
    void giveUp() {
        gate.giveUp(this);
    }
}
