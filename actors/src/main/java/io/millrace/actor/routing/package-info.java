// SPDX-License-Identifier: Apache-2.0
/**
 * Routers, which distribute messages to several actors: pools, groups and elastic pools, and how they choose the
 * recipient of a message. Start at {@link io.millrace.actor.routing.Routers}.
 */
@NullMarked
package io.millrace.actor.routing;

import org.jspecify.annotations.NullMarked;
