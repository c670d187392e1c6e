// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/**
 * A branch that waits at a gate. Both the gate and the branch's tree refer to it: the gate until the branch may enter,
 * the tree so that it can tell the gate when the attempt is given up.
 */
final class WaitingBranch {

    private final Branch branch;
    private final ChainGate gate;

    WaitingBranch(Branch branch, ChainGate gate) {
        this.branch = branch;
        this.gate = gate;
    }

    Branch branch() {
        return branch;
    }

    /** Leaves the gate, because the attempt was given up. Called without any lock of the engine. */
    void giveUp() {
        gate.giveUp(this);
    }
}
