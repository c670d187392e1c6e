// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One branch of an attempt between two nodes. Immutable: each step creates a new one.
 *
 * @param callers the nodes to which it returns from nested chains, the innermost first; null at the top
 * @param path the node that it passed last, or null before the first
 * @param resume the node at or after which it continues in the chain that it enters, or null: at the first node
 */
record Branch(
        MessageTree tree,
        RuleMessage message,
        @Nullable Caller callers,
        @Nullable Hop path,
        @Nullable Resume resume) {

    /** A node of a calling chain, to which the branch returns from a nested chain. */
    sealed interface Caller {

        /** The caller of the caller, or null. */
        @Nullable Caller outer();

        /** A caller in the version that the branch came from. */
        record Running(ChainHandle chain, int node, @Nullable Caller outer) implements Caller {}

        /**
         * A caller that was stored: the branch returns to the version that is current then, because the earlier process
         * has ended.
         */
        record Stored(RuleChainId chain, RuleNodeId node, @Nullable Caller outer)
                implements Caller {}
    }

    /**
     * A node that the branch does not reach by a connection.
     *
     * @param label the label by which it left the node before it entered the chain, or null: it enters the node
     */
    record Resume(RuleNodeId node, @Nullable String label) {}

    /** Returns the first branch of an attempt. */
    static Branch root(MessageTree tree) {
        RuleMessage message = tree.attempt().message();
        EntryPoint entry = message.entry();
        if (entry == null) {
            return new Branch(tree, message, null, null, null);
        }
        Caller callers = null;
        for (EntryPoint.Caller caller : entry.callers()) {
            callers = new Caller.Stored(caller.chain(), caller.node(), callers);
        }
        RuleNodeId node = entry.node();
        Resume resume = node == null ? null : new Resume(node, entry.label());
        return new Branch(tree, message, callers, null, resume);
    }

    /** Returns the branch after a node, with the node's message and one more hop. */
    Branch after(Hop hop, RuleMessage newMessage) {
        return new Branch(tree, newMessage, callers, hop, null);
    }

    /** Returns the same branch with another message. */
    Branch with(RuleMessage newMessage) {
        return new Branch(tree, newMessage, callers, path, null);
    }

    Branch calledBy(@Nullable Caller newCallers, @Nullable Resume newResume) {
        return new Branch(tree, message, newCallers, path, newResume);
    }

    /** Returns the same branch in the tree of another delivery. */
    Branch in(MessageTree newTree) {
        return new Branch(newTree, newTree.attempt().message(), callers, null, null);
    }

    /**
     * Returns the place at which the message starts after a restart of the process, if it leaves the given node by the
     * label now.
     */
    EntryPoint entryBehind(RuleChainId chain, RuleNodeId node, String label) {
        List<EntryPoint.Caller> stored = new ArrayList<>();
        for (Caller caller = callers; caller != null; caller = caller.outer()) {
            stored.add(
                    switch (caller) {
                        case Caller.Running(ChainHandle in, int at, _) ->
                                new EntryPoint.Caller(in.id(), in.table().node(at).id());
                        case Caller.Stored(RuleChainId in, RuleNodeId at, _) ->
                                new EntryPoint.Caller(in, at);
                    });
        }
        Collections.reverse(stored);
        return new EntryPoint(chain, node, label, stored);
    }
}
