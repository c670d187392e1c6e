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
    private final TenantRoom room =
            new TenantRoom(
                    new TenantId(new UUID(0, 1)),
                    budgets(),
                    () -> {
                        asked++;
                        return weight;
                    });

    @Test
    void aNewWeightAppliesAfterTheNextTick() {
        assertThat(limit()).isEqualTo(WAITING);

        weight = 0.5;
        assertThat(limit()).isEqualTo(WAITING);

        room.tick(0.1);
        assertThat(limit()).isEqualTo(WAITING / 2);
    }

    @Test
    void theWeightIsReadOnceForAllUsesBetweenTwoTicks() {
        for (int tick = 0; tick < 3; tick++) {
            for (int use = 0; use < 100; use++) {
                assertThat(limit()).isEqualTo(WAITING);
            }
            room.tick(0.1);
        }
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void theWeightOfATenantWithoutMessagesIsNotRead() {
        for (int tick = 0; tick < 100; tick++) {
            room.tick(1);
        }
        assertThat(asked).isEqualTo(1);
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
