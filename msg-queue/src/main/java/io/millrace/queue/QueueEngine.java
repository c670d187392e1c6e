// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** What keeps the queues of an instance and runs them. It is made, then started once, then closed. */
public interface QueueEngine extends MessageQueue, AutoCloseable {

    /**
     * Lets messages in. Blocks until what a former run has left is at hand.
     *
     * @param handler is called for every attempt from now on
     */
    void start(AttemptHandler handler);

    /** How full the queues are. */
    QueueLoad load();

    /** Takes nothing in any more, waits a while for what is in flight, and hands the rest over. */
    @Override
    void close();
}
