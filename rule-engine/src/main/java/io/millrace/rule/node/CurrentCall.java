// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.RuleMessage;
import org.jspecify.annotations.Nullable;

/**
 * The call of the node that the current thread runs. A pool that lets work of nodes wait takes it when the work begins
 * to wait, and drops the work if the call is {@linkplain NodeCall#isWanted not wanted} any more when its turn comes: the
 * calls of given-up attempts would otherwise hold back later ones. Work that a node begins on another thread, after a
 * first answer, is always wanted.
 */
public final class CurrentCall {

    /** The reason with which unwanted work fails. */
    public static final String OVER = "the attempt ended before the turn of this call came";

    /** A field costs less to change, twice for each call, than the value of a thread-local variable. */
    private static final ThreadLocal<Slot> CURRENT = ThreadLocal.withInitial(Slot::new);

    private static final class Slot {
        @Nullable NodeCall call;
    }

    private CurrentCall() {}

    /** Returns the call that the current thread runs; {@link NodeCall#ALONE} outside a node. */
    public static NodeCall get() {
        NodeCall current = CURRENT.get().call;
        return current == null ? NodeCall.ALONE : current;
    }

    /** True if the current thread runs a node. */
    public static boolean isPresent() {
        return CURRENT.get().call != null;
    }

    /** Lets a node process a message as the given call. */
    public static NodeResult process(RuleNode node, RuleMessage message, NodeCall call)
            throws Exception {
        Slot slot = CURRENT.get();
        slot.call = call;
        try {
            return node.process(message, call);
        } finally {
            slot.call = null;
        }
    }
}
