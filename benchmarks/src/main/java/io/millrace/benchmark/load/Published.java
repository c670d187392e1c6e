// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.BitSet;

/**
 * The readings that a device has published. Its reading number n, from 0, has the timestamp {@code firstTs + n}.
 *
 * @param device the device
 * @param firstTs timestamp of its first reading, in milliseconds since the epoch
 * @param sent number of readings that it sent
 * @param measuredFrom number of the first reading of the measured phase; {@code sent} if there is none
 * @param measuredUntil time of the last acknowledgement in the measured phase, or else its start, in nanoseconds of
 *     {@link System#nanoTime()}; 0 without such a phase
 * @param acknowledged numbers of the readings that the server acknowledged
 */
record Published(
        Device device,
        long firstTs,
        int sent,
        int measuredFrom,
        long measuredUntil,
        BitSet acknowledged) {}
