// SPDX-License-Identifier: Apache-2.0
/** The clock and the timers of an actor system: the machine's, or one that a test moves by hand. */
@NullMarked
package io.millrace.actor.time;

import org.jspecify.annotations.NullMarked;
