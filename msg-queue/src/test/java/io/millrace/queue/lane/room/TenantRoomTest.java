// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.queue.Source;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TenantRoomTest {

    private static final long WAITING = 1 << 30;

    private double weight = 1;
    private int asked;
    private final TickList used = new TickList();
    private long now;
    private final TenantRoom room =
            new TenantRoom(
                    used,
                    new TenantId(new UUID(0, 1)),
                    budgets(),
                    () -> {
                        asked++;
                        return weight;
                    },
                    0);

    @Test
    void aNewWeightAppliesAfterTheNextTick() {
        assertThat(limit()).isEqualTo(WAITING);

        weight = 0.5;
        assertThat(limit()).isEqualTo(WAITING);

        tick();
        assertThat(limit()).isEqualTo(WAITING / 2);
    }

    @Test
    void theWeightIsReadOnceForAllUsesBetweenTwoTicks() {
        for (int tick = 0; tick < 3; tick++) {
            for (int use = 0; use < 100; use++) {
                assertThat(limit()).isEqualTo(WAITING);
            }
            tick();
        }
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void theWeightOfATenantWithoutMessagesIsNotRead() {
        for (int tick = 0; tick < 100; tick++) {
            tick();
        }
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void thePaceOfATenantMattersUntilItHasFallen() {
        room.started(10 << 20);

        assertThat(tick()).isTrue();
        assertThat(startsSoon(20 << 20)).isTrue();
        int ticks = 1;
        while (tick()) {
            ticks++;
        }
        assertThat(ticks).isBetween(10, 60);
        assertThat(startsSoon(1 << 20)).isFalse();
    }

    @Test
    void thePaceFallsByTheTimeSinceTheLastTickAlsoIfThatIsLongAgo() {
        room.started(10 << 20);
        tick();
        now += 3_600_000_000_000L;

        tick();

        assertThat(startsSoon(64 * 1024)).isFalse();
    }

    @Test
    void aTenantIsTickedWhileItsMessagesWait() {
        room.waiting(Source.DEVICE).hold(1);
        assertThat(tick()).isTrue();

        room.waiting(Source.DEVICE).release(1);
        assertThat(tick()).isFalse();
    }

    private boolean startsSoon(long bytes) {
        room.waiting(Source.DEVICE).hold(bytes);
        boolean isFast = room.isFast();
        room.waiting(Source.DEVICE).release(bytes);
        return isFast;
    }

    private boolean tick() {
        now += 100_000_000;
        return room.tick(now);
    }

    private long limit() {
        return room.waiting(Source.DEVICE).limit();
    }

    private static Budgets budgets() {
        SharedBudget other = new SharedBudget(1 << 20);
        return new Budgets(
                other, other, other, new SharedBudget(WAITING), other, other, other, other);
    }
}
