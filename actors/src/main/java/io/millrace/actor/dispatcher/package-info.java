// SPDX-License-Identifier: Apache-2.0
/**
 * The threads that run actors: a pool, virtual threads, or the thread of the caller; and how long an actor may keep
 * one.
 */
@NullMarked
package io.millrace.actor.dispatcher;

import org.jspecify.annotations.NullMarked;
