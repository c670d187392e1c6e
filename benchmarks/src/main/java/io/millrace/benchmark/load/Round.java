// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a round.
 *
 * @param acknowledged messages of the abusive tenant
 * @param wasCalm whether the neighbour's messages were acknowledged quickly before the round
 * @param experience that of the neighbour
 * @param deadLetters messages of the neighbour that became dead letters
 */
record Round(
        Abuse abuse,
        Duration length,
        long acknowledged,
        boolean wasCalm,
        Experience experience,
        long deadLetters) {

    boolean isFailed() {
        return deadLetters > 0 || !experience.failures().isEmpty();
    }

    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!wasCalm) {
            remarks.add("not calm before");
        }
        experience.failures().forEach(failure -> remarks.add("FAILED: " + failure));
        if (deadLetters > 0) {
            remarks.add("FAILED: %,d dead letters of the neighbour".formatted(deadLetters));
        }
        return remarks;
    }
}
