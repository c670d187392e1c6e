// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened to the messages of the neighbour.
 *
 * @param latencies from the time when a message was due to its PUBACK
 * @param unacknowledged messages without a PUBACK
 * @param broken why a connection ended; null if none did
 */
record Experience(Latencies latencies, long unacknowledged, @Nullable String broken) {

    List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (broken != null) {
            failures.add("a connection of the neighbour ended, " + broken);
        }
        if (latencies.count() == 0) {
            failures.add("no message of the neighbour was acknowledged");
        } else if (unacknowledged > 0) {
            failures.add(
                    "%,d messages of the neighbour were not acknowledged"
                            .formatted(unacknowledged));
        }
        return failures;
    }
}
