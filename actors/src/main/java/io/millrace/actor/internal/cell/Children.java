// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The children of one actor by name. Synchronized: children at the top of the tree are made by threads outside the
 * actors, and a stopping system reads the children of all actors.
 *
 * @param <C> a child
 */
final class Children<C> {

    private final Map<String, C> byName = new HashMap<>();
    private long generated;
    private boolean closed;

    /** Adds a child whose name is a prefix and a generated number. */
    synchronized <T extends C> T addPrefixed(String prefix, Function<String, T> maker) {
        String name;
        do {
            generated++;
            name = prefix + generated;
        } while (byName.containsKey(name));
        return put(name, maker);
    }

    /** Adds a child of a given name. */
    synchronized <T extends C> T addNamed(String name, Function<String, T> maker) {
        if (byName.containsKey(name)) {
            throw new IllegalArgumentException(
                    "name must not be taken, but there is a child \"" + name + "\"");
        }
        return put(name, maker);
    }

    /**
     * Checks a name or a prefix that a caller has given.
     *
     * @throws IllegalArgumentException if it is empty, begins with $ or contains a slash
     */
    static void checkName(String name) {
        if (name.isEmpty() || name.startsWith("$") || name.contains("/")) {
            throw new IllegalArgumentException(
                    "name must be neither empty nor begin with $ nor contain a slash, not \""
                            + name
                            + "\"");
        }
    }

    /** Removes a child; does nothing if the name belongs to another child by now. */
    synchronized void remove(String name, C child) {
        byName.remove(name, child);
    }

    synchronized boolean isEmpty() {
        return byName.isEmpty();
    }

    /** All children; a copy. */
    synchronized Collection<C> all() {
        return List.copyOf(byName.values());
    }

    /** Refuses further children. */
    synchronized void close() {
        closed = true;
    }

    private <T extends C> T put(String name, Function<String, T> maker) {
        if (closed) {
            throw new IllegalStateException(
                    "no child \"" + name + "\" can be made: the parent is stopping");
        }
        T child = maker.apply(name);
        byName.put(name, child);
        return child;
    }
}
