// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.time.Duration;

/** Waits until the server has ended all deliveries of a run, by its ledger. */
final class Ending {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final LedgerCount.Count ended;
    private final LedgerCount.Count inFlight;

    /**
     * @param ended counts the deliveries of the run that have ended, and maybe some of other messages
     * @param inFlight counts the deliveries that the server has and that have not ended
     */
    Ending(LedgerCount.Count ended, LedgerCount.Count inFlight) {
        this.ended = ended;
        this.inFlight = inFlight;
    }

    /** False if that many deliveries do not end in time. */
    boolean await(long deliveries, Duration patience) throws IOException, InterruptedException {
        long giveUpAt = System.nanoTime() + patience.toNanos();
        while (ended.now() < deliveries || inFlight.now() > 0) {
            if (System.nanoTime() - giveUpAt > 0) {
                return false;
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        return true;
    }
}
