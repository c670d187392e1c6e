// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * One system of an actor library, and the actors of the workloads in it. What is handed out takes a {@link Batch} to
 * the actor that works it off; the messages in between go from actor to actor by the library's own references, with
 * nothing of this package around them.
 */
interface ActorLibrary extends AutoCloseable {

    /**
     * Actors in a ring, each of which passes a token on to the next. A unit is a lap of a token.
     *
     * @param hops how many actors there are, 2 or more
     * @param window how many tokens go round at the same time
     */
    Consumer<Batch> ring(int hops, int window);

    /**
     * Senders that send to receivers, each of them to all. A unit is a burst: so many messages to each receiver, the
     * last of which every receiver acknowledges.
     *
     * @param burst how many messages to a receiver
     * @param window how many bursts a sender may have under way
     * @return the senders
     */
    List<Consumer<Batch>> bursts(int senders, int receivers, int burst, int window);

    /**
     * An actor that makes children, with generated names, and watches them. A unit is a life: the child starts,
     * processes one message and stops, and its parent is told.
     *
     * @param window how many children live at the same time
     */
    Consumer<Batch> lives(int window);

    /**
     * Makes children of one parent, with generated names, that are idle after their first message.
     *
     * @return is counted down by each child that has got its message
     */
    CountDownLatch idle(int children);

    /** Ends the system. */
    @Override
    void close();
}
