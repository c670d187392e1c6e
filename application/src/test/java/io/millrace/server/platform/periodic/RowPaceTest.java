// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RowPaceTest {

    @Test
    void rowsTakeAtLeastTheirTime() throws InterruptedException {
        RowPace pace = new RowPace(100);
        long begin = System.nanoTime();

        pace.pause(5);
        pace.pause(0);
        pace.pause(5);

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void anInterruptedThreadDoesNotContinueEvenIfThereAreNoRows() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> new RowPace(100).pause(0))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
