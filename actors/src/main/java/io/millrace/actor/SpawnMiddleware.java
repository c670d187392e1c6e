// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import org.jspecify.annotations.Nullable;

/**
 * Sees each child that an actor makes before it is made, and may change its recipe: to give all children the same
 * middleware, or to refuse one. Runs on the thread that makes the child. Children of children have their own parents'
 * spawn middleware.
 */
public interface SpawnMiddleware {

    /**
     * The recipe to go by.
     *
     * @param parent the path of the parent; the empty text at the top of the tree
     * @param name the name that was given, or its prefix; null: a generated one
     * @throws RuntimeException to refuse; whoever makes the child gets it
     */
    <C> Props<C> spawn(String parent, @Nullable String name, Props<C> props);
}
