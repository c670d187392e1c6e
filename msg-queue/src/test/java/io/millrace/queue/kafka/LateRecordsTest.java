// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.kafka.PartitionStores.LogEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateRecordsTest {

    private static Lease lease(int epoch) {
        return new Lease("source", 3, epoch);
    }

    private static LateRecords knowing(LogEnd... takeovers) {
        return new LateRecords(List.of(takeovers));
    }

    @Test
    void aRecordOfAFormerOwnerBehindTheEndAtTheTakeoverIsLate() {
        LateRecords late = knowing(new LogEnd(lease(2), 100));

        assertThat(late.isLate(lease(1), 99)).as("written before the takeover").isFalse();
        assertThat(late.isLate(lease(1), 100)).as("written after it").isTrue();
        assertThat(late.isLate(lease(2), 101)).as("of the new owner").isFalse();
    }

    @Test
    void eachTakeoverEndsTheLeasesBeforeIt() {
        LateRecords late = knowing(new LogEnd(lease(3), 200), new LogEnd(lease(2), 100));

        assertThat(late.isLate(lease(1), 150)).isTrue();
        assertThat(late.isLate(lease(2), 150)).isFalse();
        assertThat(late.isLate(lease(2), 200)).isTrue();
    }

    @Test
    void theFirstRecordOfANewOwnerShowsItsTakeover() {
        LateRecords late = knowing();

        assertThat(late.isLate(lease(1), 5)).isFalse();
        assertThat(late.isLate(lease(2), 6)).isFalse();
        assertThat(late.isLate(lease(1), 7)).isTrue();
    }

    @Test
    void aTakeoverByThisInstanceCountsBeforeItHasWrittenARecord() {
        LateRecords late = knowing();

        late.add(new LogEnd(lease(2), 6));

        assertThat(late.isLate(lease(1), 5)).isFalse();
        assertThat(late.isLate(lease(1), 6)).isTrue();
    }

    @Test
    void partitionsAreIndependent() {
        LateRecords late = knowing(new LogEnd(lease(2), 100));

        assertThat(late.isLate(new Lease("source", 4, 1), 200)).isFalse();
        assertThat(late.isLate(new Lease("other", 3, 1), 200)).isFalse();
    }

    @Test
    void theLatestTakeoversAreKept() {
        LateRecords late = knowing();
        for (int epoch = 1; epoch <= 3 * LateRecords.KEPT_TAKEOVERS; epoch++) {
            late.add(new LogEnd(lease(epoch), 10L * epoch));
        }

        int last = 3 * LateRecords.KEPT_TAKEOVERS;
        assertThat(late.isLate(lease(last - 1), 10L * last)).isTrue();
        assertThat(late.isLate(lease(1), 10L * last)).isTrue();
        assertThat(late.isLate(lease(1), 10)).as("before the oldest that is kept").isFalse();
    }
}
