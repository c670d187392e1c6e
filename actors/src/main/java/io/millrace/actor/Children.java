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

    synchronized <C> ActorCell<C> add(Function<String, ActorCell<C>> maker) {
        generated++;
        return put("$" + generated, maker);
    }

    synchronized <C> ActorCell<C> add(String name, Function<String, ActorCell<C>> maker) {
        if (name.isEmpty() || name.startsWith("$") || name.contains("/")) {
            throw new IllegalArgumentException(
                    "name must be neither empty nor begin with $ nor contain a slash, not \""
                            + name
                            + "\"");
        }
        return put(name, maker);
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
        if (byName.containsKey(name)) {
            throw new IllegalArgumentException(
                    "name must not be taken, but there is a child \"" + name + "\"");
        }
        ActorCell<C> child = maker.apply(name);
        byName.put(name, child);
        return child;
    }
}
