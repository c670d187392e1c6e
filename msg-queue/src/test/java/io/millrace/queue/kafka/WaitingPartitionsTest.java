// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class WaitingPartitionsTest {

    private static final TopicPartition OPEN = new TopicPartition("open", 0);
    private static final TopicPartition FIRST = new TopicPartition("waits", 0);
    private static final TopicPartition SECOND = new TopicPartition("waits", 1);

    private final WaitingPartitions waiting = new WaitingPartitions();

    @Test
    void keepsThePartitionsOfATopicUntilItNoLongerWaits() {
        waiting.setTopics(List.of("waits"));

        assertThat(waiting.add(List.of(OPEN, FIRST, SECOND))).containsExactly(OPEN);
        assertThat(waiting.setTopics(List.of("waits"))).isEmpty();

        assertThat(waiting.setTopics(List.of())).containsExactlyInAnyOrder(FIRST, SECOND);
        assertThat(waiting.setTopics(List.of())).isEmpty();
    }

    @Test
    void forgetsPartitionsThatWereRevoked() {
        waiting.setTopics(List.of("waits"));
        waiting.add(List.of(FIRST, SECOND));

        waiting.giveUp(List.of(FIRST));

        assertThat(waiting.setTopics(List.of())).containsExactly(SECOND);
        assertThat(waiting.add(List.of(FIRST))).containsExactly(FIRST);
    }
}
