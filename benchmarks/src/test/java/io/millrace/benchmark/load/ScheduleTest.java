// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final long START = -5_000_000_000L;
    private static final long MILLISECOND = 1_000_000;

    private final Schedule schedule = new Schedule(START, 1_000, 4);

    @Test
    void messagesAreDueAtAnEvenRate() {
        assertThat(schedule.dueAt(0)).isEqualTo(START);
        assertThat(schedule.dueAt(3)).isEqualTo(START + 3 * MILLISECOND);
    }

    @Test
    void countsWhatIsDueByThen() {
        assertThat(schedule.dueBy(START - 1)).isZero();
        assertThat(schedule.dueBy(START)).isEqualTo(1);
        assertThat(schedule.dueBy(START + 3 * MILLISECOND - 1)).isEqualTo(3);
        assertThat(schedule.dueBy(START + 3 * MILLISECOND)).isEqualTo(4);
    }

    @Test
    void devicesTakeTurns() {
        Pace third = schedule.paceOf(2);

        assertThat(third.dueAt(0, 0)).isEqualTo(START + 2 * MILLISECOND);
        assertThat(third.dueAt(5, 0)).isEqualTo(START + 22 * MILLISECOND);
    }
}
