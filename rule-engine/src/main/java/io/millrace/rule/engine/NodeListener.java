// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/** Is notified of events of the nodes of all chains, by node type. */
@FunctionalInterface
public interface NodeListener {

    /** Ignores all events. */
    NodeListener NONE = _ -> new OfType() {};

    /**
     * Returns the listener for the nodes of a type; called once for each node of each chain version.
     *
     * @param type the type's id in the catalogue, or that of {@link NodeKind#UNKNOWN}; so the number of different
     *     values is small
     */
    OfType ofType(String type);

    /** Why a message was not admitted to a node. */
    enum Refusal {
        /** Too many of its messages are unanswered. */
        ROOM,
        /** Its calls keep timing out. */
        BREAKER
    }

    /**
     * Is notified of events of the nodes of one type. Called on the engine's hot path, from several threads at once: it
     * must be quick and must not throw.
     */
    interface OfType {

        /**
         * A message left a node that had admitted it.
         *
         * @param nanos nanoseconds since it was sent to the node: transfer, processing, and waiting behind earlier
         *     messages
         * @param failed true if the node answered with a failure, or the message was given up in the node
         */
        default void answered(long nanos, boolean failed) {}

        /** A node refused a message. */
        default void refused(Refusal reason) {}

        /** A node's breaker opened. It counts as open, also while trials fail, until {@link #breakerClosed}. */
        default void breakerOpened() {}

        /** A node's breaker closed, or its node stopped. */
        default void breakerClosed() {}
    }
}
