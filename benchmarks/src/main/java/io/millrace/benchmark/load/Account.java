// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * The result of a run: what happened to all readings.
 *
 * @param sent readings that were sent
 * @param acknowledged sent readings that the server acknowledged
 * @param stored sent readings that are stored, acknowledged or not
 * @param measured stored readings of the measured phase
 * @param missing readings that are acknowledged, but not stored
 * @param deadLetters deliveries that became dead letters during the run, and so are not lost
 */
public record Account(
        long sent, long acknowledged, long stored, long measured, long missing, long deadLetters) {

    /** Readings that are acknowledged, but neither stored nor dead letters. */
    public long lost() {
        return Math.max(0, missing - deadLetters);
    }
}
