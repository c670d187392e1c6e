// SPDX-License-Identifier: Apache-2.0
/** The threads that run scripts, the queue before them, and the watchdog that enforces time and allocation. */
@NullMarked
package io.millrace.rule.script.pool;

import org.jspecify.annotations.NullMarked;
