// SPDX-License-Identifier: Apache-2.0
/** The mark of threads that run actors. Internal: only for the packages of this library. */
@NullMarked
package io.millrace.actor.internal.thread;

import org.jspecify.annotations.NullMarked;
