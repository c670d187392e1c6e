// SPDX-License-Identifier: Apache-2.0
/**
 * The queue's contract: what goes in, how it is handed out, how it ends, and where what must outlive the process is
 * kept. The engines stand in packages of their own.
 */
@NullMarked
package io.millrace.queue;

import org.jspecify.annotations.NullMarked;
