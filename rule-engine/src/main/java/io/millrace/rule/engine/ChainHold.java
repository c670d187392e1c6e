// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import org.jspecify.annotations.Nullable;

/**
 * A message's hold on a chain version: from the moment at which it enters the version until all its branches have
 * ended. It is a node of two linked lists: of its version's holds, by originator, and of its tree's holds.
 */
final class ChainHold {

    private final ChainHandle chain;
    private final MessageTree tree;

    /** The tree's next hold; guarded by the tree. */
    @Nullable ChainHold nextOfTree;

    /** Links of the version's list; guarded by the version's part for the originator. */
    @Nullable ChainHold previous;

    @Nullable ChainHold next;

    /** What the gates that have left the version count of this hold; guarded as the links are. */
    @Nullable OlderMessage counted;

    ChainHold(ChainHandle chain, MessageTree tree) {
        this.chain = chain;
        this.tree = tree;
    }

    ChainHandle chain() {
        return chain;
    }

    MessageTree tree() {
        return tree;
    }

    void release() {
        chain.release(this);
    }
}
