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
 * One branch of an attempt between two nodes. Immutable: each step makes a new one.
 *
 * @param callers where it returns to from nested chains, the innermost first; null at the top
 * @param path the node that it passed last, or null before the first
 * @param resume the node at or behind which it goes on in the chain that it enters, or null: at the first node
 */
record Branch(
        MessageTree tree,
        RuleMessage message,
        @Nullable Caller callers,
        @Nullable Hop path,
        @Nullable Resume resume) {

    /** A node of a calling chain that waits for the branch to come back. */
    sealed interface Caller {

        /** The caller of the caller, or null. */
        @Nullable Caller outer();

        /** In the version that the branch came from. */
        record Running(ChainHandle chain, int node, @Nullable Caller outer) implements Caller {}

        /** In whichever version is current when the branch comes back: the one it came from ended with its process. */
        record Stored(RuleChainId chain, RuleNodeId node, @Nullable Caller outer)
                implements Caller {}
    }

    /**
     * A node that the branch does not come to by a connection.
     *
     * @param label the label by which it left the node before it entered the chain, or null: it enters the node
     */
    record Resume(RuleNodeId node, @Nullable String label) {}

    /** The first branch of an attempt. */
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

    /** The branch behind a node: what the node made of the message, and one hop more. */
    Branch after(Hop hop, RuleMessage newMessage) {
        return new Branch(tree, newMessage, callers, hop, null);
    }

    /** The same branch with another message. */
    Branch with(RuleMessage newMessage) {
        return new Branch(tree, newMessage, callers, path, null);
    }

    Branch calledBy(@Nullable Caller newCallers, @Nullable Resume newResume) {
        return new Branch(tree, message, newCallers, path, newResume);
    }

    /** The same branch in another tree, that of a delivery of its own. */
    Branch in(MessageTree newTree) {
        return new Branch(newTree, newTree.attempt().message(), callers, null, null);
    }

    /** Where the message starts again after a restart of the process, if it left the given node by the label now. */
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
