// SPDX-License-Identifier: Apache-2.0
/**
 * The queue's contract: how messages are taken in, handed to the engine and ended, and which stores keep what must
 * outlive the process. The engines are in packages of their own.
 */
@NullMarked
package io.millrace.queue;

import org.jspecify.annotations.NullMarked;
