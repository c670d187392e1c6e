// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A doubly linked list of a partition's deliveries in the order in which they were added: the oldest are at the head,
 * and each is removed in constant time. The links are fields of the deliveries.
 */
final class DeliveryList {

    private @Nullable Delivery head;
    private @Nullable Delivery tail;
    private int size;

    @Nullable Delivery head() {
        return head;
    }

    int size() {
        return size;
    }

    void forEach(Consumer<Delivery> action) {
        for (Delivery delivery = head; delivery != null; delivery = delivery.next) {
            action.accept(delivery);
        }
    }

    void append(Delivery delivery) {
        delivery.previous = tail;
        delivery.next = null;
        if (tail == null) {
            head = delivery;
        } else {
            tail.next = delivery;
        }
        tail = delivery;
        size++;
    }

    void remove(Delivery delivery) {
        Delivery before = delivery.previous;
        Delivery after = delivery.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        delivery.previous = null;
        delivery.next = null;
        size--;
    }

    /** Removes all. */
    void clear() {
        while (head != null) {
            remove(head);
        }
    }
}
