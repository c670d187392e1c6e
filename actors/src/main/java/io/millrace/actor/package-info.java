// SPDX-License-Identifier: Apache-2.0
/**
 * A general actor library: actors with mailboxes, supervised in a tree, run by a small pool of threads. Start at
 * {@link io.millrace.actor.ActorSystem}. It knows nothing of rules or messages of devices.
 */
@NullMarked
package io.millrace.actor;

import org.jspecify.annotations.NullMarked;
