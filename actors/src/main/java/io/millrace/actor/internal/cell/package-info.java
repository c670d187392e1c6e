// SPDX-License-Identifier: Apache-2.0
/**
 * The actor at run time: its cell, its lives, its children, its context, its timers. Internal: only for the packages
 * of this library.
 */
@NullMarked
package io.millrace.actor.internal.cell;

import org.jspecify.annotations.NullMarked;
