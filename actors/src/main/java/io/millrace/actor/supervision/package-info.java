// SPDX-License-Identifier: Apache-2.0
/** The strategies by which an actor handles failures of its children: resume, restart, back off, stop, escalate. */
@NullMarked
package io.millrace.actor.supervision;

import org.jspecify.annotations.NullMarked;
