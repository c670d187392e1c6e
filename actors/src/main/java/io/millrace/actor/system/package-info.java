// SPDX-License-Identifier: Apache-2.0
/**
 * The running system of actors: start it, ask and stop its actors, listen to it, end it. Start at {@link
 * io.millrace.actor.system.ActorSystem}.
 */
@NullMarked
package io.millrace.actor.system;

import org.jspecify.annotations.NullMarked;
