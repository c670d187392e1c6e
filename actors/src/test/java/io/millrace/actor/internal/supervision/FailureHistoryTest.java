// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.actor.supervision.Supervision;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureHistoryTest {

    @Test
    void keepsTheJitterOfABackOffWithinItsPart() {
        Supervision backoff =
                Supervision.backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 0.2);

        for (int i = 0; i < 1000; i++) {
            Directive directive = new FailureHistory().decide(backoff, new RuntimeException(), 0);
            assertThat(((Directive.Restart) directive).delay())
                    .isBetween(Duration.ofMillis(800), Duration.ofMillis(1200));
        }
    }
}
