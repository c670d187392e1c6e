// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.time.Cancellable;
import java.util.function.Consumer;

/**
 * Publishes events to the subscribers of their class, of its superclasses and of its interfaces. The system itself
 * publishes its {@link UndeliveredMessage}s. Made for rare events: publishing looks at every subscription. Safe for use
 * by many threads.
 */
public interface EventStream {

    /**
     * Subscribes a function.
     *
     * @param subscriber runs on the publisher's thread, so it must be quick; an exception that it throws is logged
     */
    <E> Cancellable subscribe(Class<E> type, Consumer<? super E> subscriber);

    /**
     * Subscribes an actor until it ends. An event that its mailbox refuses is lost to it.
     *
     * @throws IllegalArgumentException if there is no actor behind the reference
     */
    <E> Cancellable subscribe(Class<E> type, ActorRef<? super E> subscriber);

    /** Publishes an event to all subscribers of its type. */
    void publish(Object event);
}
