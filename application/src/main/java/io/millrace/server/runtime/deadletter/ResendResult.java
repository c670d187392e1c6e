// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

/**
 * What became of letters that were to be sent again. The figures add up: {@code matched} is the sum of the others.
 *
 * @param matched letters that were meant, and stood when the call came to them
 * @param resent messages that are safe in the queue's hands; their letters are gone
 * @param pending messages that the queue has and that are not known to be safe yet; their letters go as soon as they are
 * @param busy letters that another call is sending; left to it
 * @param refused letters for which the queue had no room in time; they still stand
 * @param unreadable letters whose message cannot be read; they still stand
 */
record ResendResult(
        long matched, long resent, long pending, long busy, long refused, long unreadable) {}
