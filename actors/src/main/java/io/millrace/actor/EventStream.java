// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whoever wants to know: what is published goes to the subscribers of its class and of its superclasses and
 * interfaces. The system itself publishes its {@link DeadLetter}s. For events that are rare: publishing looks at every subscription. Safe for use
 * by many threads.
 */
public final class EventStream {

    private static final Logger log = LoggerFactory.getLogger(EventStream.class);

    private final List<Subscription<?>> subscriptions = new CopyOnWriteArrayList<>();

    EventStream() {}

    /** What a subscriber wants, and where it goes; the consumer answers whether it wants more. */
    private record Subscription<E>(Class<E> type, Predicate<? super E> subscriber) {

        /** Whether the subscriber wants more. */
        boolean tell(Object event) {
            return !type.isInstance(event) || subscriber.test(type.cast(event));
        }
    }

    /**
     * Tells a function.
     *
     * @param subscriber runs on the publisher's thread, so it must be quick; what it throws is logged
     */
    public <E> Cancellable subscribe(Class<E> type, Consumer<? super E> subscriber) {
        return add(
                new Subscription<>(
                        type,
                        event -> {
                            subscriber.accept(event);
                            return true;
                        }));
    }

    /**
     * Tells an actor, until it ends. What its mailbox does not take is lost to it.
     *
     * @throws IllegalArgumentException when there is no actor behind the reference
     */
    public <E> Cancellable subscribe(Class<E> type, ActorRef<? super E> subscriber) {
        ActorCell<?> cell = Ref.cellOf(subscriber);
        return add(
                new Subscription<>(
                        type,
                        event -> {
                            if (cell.hasEnded()) {
                                return false;
                            }
                            var _ = subscriber.offer(event);
                            return true;
                        }));
    }

    /** Tells everybody who wants to know of such an event. */
    public void publish(Object event) {
        Objects.requireNonNull(event, "event");
        List<Subscription<?>> over =
                subscriptions.stream().filter(subscription -> !tell(subscription, event)).toList();
        if (!over.isEmpty()) {
            subscriptions.removeAll(over);
        }
    }

    private static boolean tell(Subscription<?> subscription, Object event) {
        try {
            return subscription.tell(event);
        } catch (RuntimeException e) {
            log.warn("A subscriber of {} failed", subscription.type().getName(), e);
            return true;
        }
    }

    private Cancellable add(Subscription<?> subscription) {
        subscriptions.add(subscription);
        return () -> subscriptions.remove(subscription);
    }
}
