// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.BitSet;

/**
 * What a device has published. Its reading with the number n, from 0, bears the time stamp {@code firstTs + n}.
 *
 * @param device the device
 * @param firstTs time stamp of its first reading, in milliseconds since the epoch
 * @param sent how many readings it sent
 * @param measuredFrom number of the first reading of the measured phase; {@code sent} where there is none
 * @param measuredUntil when the last reading of the measured phase was acknowledged, or the phase began, in the
 * nanoseconds
 *     of {@link System#nanoTime()}; 0 where there was none
 * @param acknowledged numbers of those that the server acknowledged
 */
record Published(
        Device device,
        long firstTs,
        int sent,
        int measuredFrom,
        long measuredUntil,
        BitSet acknowledged) {}
