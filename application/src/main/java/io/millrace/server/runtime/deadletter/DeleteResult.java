// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

/**
 * What became of letters that were to be deleted. The figures add up: {@code matched} is the sum of the others.
 *
 * @param matched letters that were meant, and stood when the call came to them
 * @param deleted letters that are gone
 * @param busy letters that are being sent again; left alone
 * @param left letters to which the call did not come in time; they still stand
 */
record DeleteResult(long matched, long deleted, long busy, long left) {}
