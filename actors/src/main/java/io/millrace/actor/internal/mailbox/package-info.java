// SPDX-License-Identifier: Apache-2.0
/**
 * The mailbox: its queues, and the rule that decides which thread runs it. It knows neither actors nor what system
 * messages mean. Internal: only for the packages of this library.
 */
@NullMarked
package io.millrace.actor.internal.mailbox;

import org.jspecify.annotations.NullMarked;
