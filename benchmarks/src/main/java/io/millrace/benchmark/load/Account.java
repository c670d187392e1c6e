// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * What became of all readings.
 *
 * @param sent how many were sent
 * @param acknowledged how many of these the server acknowledged
 * @param stored how many of those that were sent are stored, acknowledged or not
 * @param measured how many of these are of the measured phase
 * @param missing how many are acknowledged and not stored
 * @param deadLetters how many deliveries became dead letters meanwhile, where a person finds them
 */
record Account(
        long sent, long acknowledged, long stored, long measured, long missing, long deadLetters) {

    /** How many are acknowledged and nowhere. */
    long lost() {
        return Math.max(0, missing - deadLetters);
    }
}
