// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.queue.DeadLetter;

/** A dead letter with the bytes of its message. */
@SuppressWarnings("ArrayRecordComponent") // Not compared; the bytes are written unchanged.
record DeadLetterRow(DeadLetter letter, byte[] message) {}
