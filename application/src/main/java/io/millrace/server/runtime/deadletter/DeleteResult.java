// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

/**
 * The result of a deletion of letters. {@code matched} is the sum of the other figures.
 *
 * @param matched selected letters that existed when the call reached them
 * @param deleted deleted letters
 * @param busy letters that are being resent, and were not deleted
 * @param left letters that the call did not reach in time; they still exist
 */
record DeleteResult(long matched, long deleted, long busy, long left) {}
