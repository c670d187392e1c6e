// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PartitionNamesTest {

    @Test
    void listTheNumbersOfEachTopicInOrder() {
        assertThat(
                        PartitionNames.of(
                                List.of(
                                        new TopicPartition("rest", 0),
                                        new TopicPartition("main", 11),
                                        new TopicPartition("main", 2))))
                .isEqualTo("main[2, 11] rest[0]");
    }
}
