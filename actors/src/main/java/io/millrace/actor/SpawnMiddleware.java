// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import org.jspecify.annotations.Nullable;

/**
 * Sees each child before an actor makes it, and may change its recipe: to give all children the same middleware, or
 * to refuse one. Runs on the thread that makes the child. It does not see children of children, which have their own
 * parent's spawn middleware.
 */
public interface SpawnMiddleware {

    /**
     * Returns the recipe of the child.
     *
     * @param parent the path of the parent; empty at the top of the tree
     * @param name the given name or prefix, or null if the name is generated
     * @throws RuntimeException to refuse the child; passed on to the caller that makes it
     */
    <C> Props<C> spawn(String parent, @Nullable String name, Props<C> props);
}
