// SPDX-License-Identifier: Apache-2.0
/**
 * The kinds of mailbox that an actor may have, what happens to a message when one is full, and listeners for
 * statistics.
 */
@NullMarked
package io.millrace.actor.mailbox;

import org.jspecify.annotations.NullMarked;
