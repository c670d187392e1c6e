// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.sending;

import java.time.Duration;

/** Opens the sends of nodes. */
@FunctionalInterface
public interface OutgoingSends {

    /** Whether the sends of a node begin one after another. */
    enum Order {
        /** Sends begin in the order of the messages, each when the one before has begun; they may end in any order. */
        IN_TURN,
        /** Sends run independently of each other. */
        ANY
    }

    /**
     * Limits of a node.
     *
     * @param atOnce how many sends may be under way at once; more than 0
     * @param timeout time limit of a send, from the message's arrival at the node
     * @param order whether the sends begin one after another
     */
    record Limits(int atOnce, Duration timeout, Order order) {

        public Limits {
            if (atOnce < 1) {
                throw new IllegalArgumentException(
                        "atOnce: expected at least one send, got " + atOnce);
            }
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException("timeout: expected more than 0, got " + timeout);
            }
        }
    }

    /** Opens the sends of a node. The caller closes them. */
    NodeSends open(Limits limits);
}
