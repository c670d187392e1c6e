// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * One system of an actor library, and the actors of the workloads in it. The returned functions send a {@link Batch} to
 * the actor that executes it. The messages between actors use the library's own references, without a wrapper of this
 * package.
 */
interface ActorLibrary extends AutoCloseable {

    /**
     * Actors in a ring, each of which forwards a token to the next. A unit is one lap of a token.
     *
     * @param hops number of actors, 2 or more
     * @param window number of tokens in the ring
     */
    Consumer<Batch> ring(int hops, int window);

    /**
     * Senders that each send to all receivers. A unit is a burst: {@code burst} messages to each receiver, which
     * acknowledges the last one.
     *
     * @param burst number of messages to a receiver
     * @param window maximum number of unfinished bursts of a sender
     * @return the senders
     */
    List<Consumer<Batch>> bursts(int senders, int receivers, int burst, int window);

    /**
     * An actor that creates children with generated names, and watches them. A unit is one life: the child starts,
     * processes one message and stops, and its parent is notified.
     *
     * @param window number of children that live at the same time
     */
    Consumer<Batch> lives(int window);

    /**
     * Creates children of one parent, with generated names, that are idle after their first message.
     *
     * @return counted down by each child when it has received its message
     */
    CountDownLatch idle(int children);

    /** Ends the system. */
    @Override
    void close();
}
