// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The children of one actor by name. Locked, because at the top of the tree they are made from outside, and a system that
 * stops looks in from outside everywhere.
 */
final class Children {

    private final Map<String, ActorCell<?>> byName = new HashMap<>();
    private long generated;
    private boolean closed;

    /** Adds a child whose name is a prefix and a number. */
    synchronized <C> ActorCell<C> add(String prefix, Function<String, ActorCell<C>> maker) {
        String name;
        do {
            generated++;
            name = prefix + generated;
        } while (byName.containsKey(name));
        return put(name, maker);
    }

    /** Adds a child of a given name. */
    synchronized <C> ActorCell<C> addNamed(String name, Function<String, ActorCell<C>> maker) {
        if (byName.containsKey(name)) {
            throw new IllegalArgumentException(
                    "name must not be taken, but there is a child \"" + name + "\"");
        }
        return put(name, maker);
    }

    /**
     * @throws IllegalArgumentException when a child may not be called so
     */
    static void checkName(String name) {
        if (name.isEmpty() || name.startsWith("$") || name.contains("/")) {
            throw new IllegalArgumentException(
                    "name must be neither empty nor begin with $ nor contain a slash, not \""
                            + name
                            + "\"");
        }
    }

    synchronized void remove(ActorCell<?> child) {
        byName.remove(child.name(), child);
    }

    synchronized boolean isEmpty() {
        return byName.isEmpty();
    }

    synchronized Collection<ActorCell<?>> all() {
        return List.copyOf(byName.values());
    }

    /** Lets no more children in. */
    synchronized void close() {
        closed = true;
    }

    private <C> ActorCell<C> put(String name, Function<String, ActorCell<C>> maker) {
        if (closed) {
            throw new IllegalStateException(
                    "no child \"" + name + "\" can be made: the parent is stopping");
        }
        ActorCell<C> child = maker.apply(name);
        byName.put(name, child);
        return child;
    }
}
