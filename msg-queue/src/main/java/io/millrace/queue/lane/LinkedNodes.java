// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A doubly linked list in the order in which its nodes were added: the oldest is the head, and each node is removed in
 * constant time. The links are fields of the nodes, so the list allocates nothing. A node is in one list at a time.
 *
 * @param <N> the class of the nodes
 */
final class LinkedNodes<N extends LinkedNodes.Node<N>> {

    private @Nullable N head;
    private @Nullable N tail;
    private int size;

    /** The links of a node. */
    abstract static class Node<N extends Node<N>> {

        private @Nullable LinkedNodes<N> list;
        private @Nullable N previous;
        private @Nullable N next;
    }

    /** The node that was added first, or null if the list is empty. */
    @Nullable N head() {
        return head;
    }

    /** The node that was added after the given one, or null if that is the last. */
    @Nullable N after(N node) {
        Node<N> links = node;
        return links.next;
    }

    int size() {
        return size;
    }

    void forEach(Consumer<N> action) {
        for (N node = head; node != null; node = after(node)) {
            action.accept(node);
        }
    }

    /** Adds a node at the end. */
    void append(N node) {
        Node<N> links = node;
        links.list = this;
        links.previous = tail;
        if (tail == null) {
            head = node;
        } else {
            Node<N> last = tail;
            last.next = node;
        }
        tail = node;
        size++;
    }

    /** Removes a node; false if it is not in this list. */
    boolean remove(N node) {
        Node<N> links = node;
        if (links.list != this) {
            return false;
        }
        Node<N> before = links.previous;
        Node<N> after = links.next;
        if (before == null) {
            head = links.next;
        } else {
            before.next = links.next;
        }
        if (after == null) {
            tail = links.previous;
        } else {
            after.previous = links.previous;
        }
        links.list = null;
        links.previous = null;
        links.next = null;
        size--;
        return true;
    }

    /** Removes all nodes. */
    void clear() {
        while (head != null) {
            remove(head);
        }
    }
}
