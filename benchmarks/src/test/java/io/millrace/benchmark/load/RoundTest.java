// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoundTest {

    private final Latencies latencies = new Latencies();

    @Test
    void aRoundWhoseMessagesWereAllAcknowledgedIsNoFailure() {
        latencies.record(1);

        Round round = round(0, null, 0);

        assertThat(round.isFailed()).isFalse();
        assertThat(round.remarks()).isEmpty();
    }

    @Test
    void aRoundWithoutSamplesIsAFailure() {
        Round round = round(30, null, 0);

        assertThat(round.isFailed()).isTrue();
        assertThat(round.remarks())
                .containsExactly("FAILED: no message of the neighbour was acknowledged");
    }

    @Test
    void aBrokenConnectionAndEachMissingMessageAreFailures() {
        latencies.record(1);

        Round round = round(2, "closed by the server", 3);

        assertThat(round.isFailed()).isTrue();
        assertThat(round.remarks())
                .containsExactly(
                        "FAILED: a connection of the neighbour ended, closed by the server",
                        "FAILED: 2 messages of the neighbour were not acknowledged",
                        "FAILED: 3 dead letters of the neighbour");
    }

    private Round round(long unacknowledged, @Nullable String broken, long deadLetters) {
        return new Round(
                Abuse.REFERENCE,
                Duration.ofSeconds(1),
                1,
                true,
                new Experience(latencies, unacknowledged, broken),
                deadLetters);
    }
}
