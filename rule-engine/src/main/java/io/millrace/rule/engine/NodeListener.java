// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/** Watches the nodes of all chains at work, by their types. */
@FunctionalInterface
public interface NodeListener {

    /** For nobody. */
    NodeListener NONE = _ -> new OfType() {};

    /**
     * Who watches the nodes of a type; asked once for each node of each chain version.
     *
     * @param type the type's id in the catalogue, or that of {@link NodeKind#UNKNOWN}: so there are not many
     */
    OfType ofType(String type);

    /** Why a message was not let into a node. */
    enum Refusal {
        /** Too many messages are in it already. */
        ROOM,
        /** Its calls keep timing out. */
        BREAKER
    }

    /**
     * Watches the nodes of one type. Called on the engine's hot path, from several threads at once: it must be quick and
     * must not throw.
     */
    interface OfType {

        /**
         * A message left a node that it was let into.
         *
         * @param nanos how long the node had it: on its way there, in its hands, and behind earlier ones
         * @param failed whether the node answered that it failed, or the message was given up while the node had it
         */
        default void answered(long nanos, boolean failed) {}

        /** A message was not let into a node. */
        default void refused(Refusal reason) {}

        /** A node's breaker opened. However often a trial fails, it is open until {@link #breakerClosed}. */
        default void breakerOpened() {}

        /** A node's breaker closed, or its node ended. */
        default void breakerClosed() {}
    }
}
