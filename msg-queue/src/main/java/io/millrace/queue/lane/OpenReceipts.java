// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The receipts of a partition that are not completed yet, the oldest first: a doubly linked list, from which each is
 * removed in constant time. A receipt that is shared by several deliveries stays until all of them are safe, though the
 * delivery that it came with may have ended. Guarded by the partition's lock, which a shared receipt takes by itself.
 */
final class OpenReceipts {

    private final Object lock;
    private @Nullable Node head;
    private @Nullable Node tail;

    /** @param lock the partition's lock */
    OpenReceipts(Object lock) {
        this.lock = lock;
    }

    /** An open receipt. */
    static class Node {

        private final UUID message;
        private final long tick;
        private boolean linked;
        private @Nullable Node previous;
        private @Nullable Node next;

        /** @param tick when the message was accepted */
        Node(UUID message, long tick) {
            this.message = message;
            this.tick = tick;
        }

        UUID message() {
            return message;
        }

        long tick() {
            return tick;
        }
    }

    void add(Node node) {
        node.linked = true;
        node.previous = tail;
        if (tail == null) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
    }

    /** Removes a receipt; does nothing if it was removed before. */
    void remove(Node node) {
        if (!node.linked) {
            return;
        }
        Node before = node.previous;
        Node after = node.next;
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
        node.linked = false;
        node.previous = null;
        node.next = null;
    }

    /** The same, for callers without the lock. */
    void removeLocked(Node node) {
        synchronized (lock) {
            remove(node);
        }
    }

    /** Removes all, whose deliveries were handed over. */
    void clear() {
        while (head != null) {
            remove(head);
        }
    }

    @Nullable Node oldest() {
        return head;
    }
}
