// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EndingTest {

    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong inFlight = new AtomicLong();

    @Test
    void allHaveEndedWhenTheLedgerCountsThemAndHasNoOthers() throws Exception {
        inFlight.set(3);
        Ending ending = new Ending(ended::incrementAndGet, inFlight::getAndDecrement);

        assertThat(ending.await(2, Duration.ofMinutes(1))).isTrue();
        assertThat(ended).hasValueGreaterThanOrEqualTo(2);
        assertThat(inFlight).hasValueLessThanOrEqualTo(0);
    }

    @Test
    void waitingHasAnEnd() throws IOException, InterruptedException {
        assertThat(new Ending(ended::get, inFlight::get).await(1, Duration.ZERO)).isFalse();
    }
}
