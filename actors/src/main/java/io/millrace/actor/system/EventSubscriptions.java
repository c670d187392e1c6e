// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import io.millrace.actor.ActorRef;
import io.millrace.actor.EventStream;
import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.time.Cancellable;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event stream of one system. */
final class EventSubscriptions implements EventStream {

    private static final Logger log = LoggerFactory.getLogger(EventSubscriptions.class);

    private final List<Subscription<?>> subscriptions = new CopyOnWriteArrayList<>();

    /** The events of one type for one subscriber, which returns false once it wants no more. */
    private record Subscription<E>(Class<E> type, Predicate<? super E> subscriber) {

        /** Returns false if the subscription is over. */
        boolean tell(Object event) {
            return !type.isInstance(event) || subscriber.test(type.cast(event));
        }
    }

    @Override
    public <E> Cancellable subscribe(Class<E> type, Consumer<? super E> subscriber) {
        return add(
                new Subscription<>(
                        type,
                        event -> {
                            subscriber.accept(event);
                            return true;
                        }));
    }

    @Override
    public <E> Cancellable subscribe(Class<E> type, ActorRef<? super E> subscriber) {
        ActorCell<?> cell = CellRef.cellOf(subscriber);
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

    @Override
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
            log.warn(
                    "Subscriber of {} failed; event not processed",
                    subscription.type().getName(),
                    e);
            return true;
        }
    }

    private Cancellable add(Subscription<?> subscription) {
        subscriptions.add(subscription);
        return () -> subscriptions.remove(subscription);
    }
}
