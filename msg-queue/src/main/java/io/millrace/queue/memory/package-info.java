// SPDX-License-Identifier: Apache-2.0
/**
 * The queue inside one process: lanes in memory, and a table for messages that take long. The fast path touches memory
 * only.
 */
@NullMarked
package io.millrace.queue.memory;

import org.jspecify.annotations.NullMarked;
