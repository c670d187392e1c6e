// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InFlightTest {

    private final InFlight inFlight = new InFlight(2);

    @Test
    void remembersWhichMessageAPacketIsAndSinceWhen() {
        int first = inFlight.add(70_000, 5);
        int second = inFlight.add(70_001, 6);

        assertThat(inFlight.since(second)).isEqualTo(6);
        assertThat(inFlight.remove(second)).isEqualTo(70_001);
        assertThat(inFlight.since(first)).isEqualTo(5);
        assertThat(inFlight.remove(first)).isEqualTo(70_000);
    }

    @Test
    void isFullAtItsWindowAndEmptyWhenAllIsAcknowledged() {
        int first = inFlight.add(0, 0);
        assertThat(inFlight.isFull()).isFalse();
        int second = inFlight.add(1, 0);
        assertThat(inFlight.isFull()).isTrue();

        inFlight.remove(first);
        inFlight.remove(second);

        assertThat(inFlight.isEmpty()).isTrue();
    }

    @Test
    void anIdentifierThatWaitsIsNotGivenTwice() {
        int waiting = inFlight.add(0, 0);
        Set<Integer> others = new HashSet<>();
        for (int number = 1; number < 1_000; number++) {
            int packetId = inFlight.add(number, 0);
            others.add(packetId);
            inFlight.remove(packetId);
        }

        assertThat(others).doesNotContain(waiting, 0);
        assertThat(inFlight.remove(waiting)).isZero();
    }

    @Test
    void anAcknowledgementTooManyIsAnError() {
        int packetId = inFlight.add(0, 0);
        inFlight.remove(packetId);

        assertThatIllegalStateException().isThrownBy(() -> inFlight.remove(packetId));
        assertThatIllegalStateException().isThrownBy(() -> inFlight.remove(65_535));
        assertThatIllegalStateException().isThrownBy(() -> inFlight.remove(0));
    }
}
