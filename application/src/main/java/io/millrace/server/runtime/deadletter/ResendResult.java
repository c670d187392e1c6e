// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

/**
 * The result of a resend of letters. {@code matched} is the sum of the other figures.
 *
 * @param matched selected letters that existed when the call reached them
 * @param resent messages that the queue has accepted durably; their letters are deleted
 * @param pending messages that the queue has, but has not confirmed as safe yet; their letters are deleted when it does
 * @param busy letters that another call is resending
 * @param refused letters for which the queue had no room in time; they still exist
 * @param unreadable letters whose message cannot be decoded; they still exist
 */
record ResendResult(
        long matched, long resent, long pending, long busy, long refused, long unreadable) {}
