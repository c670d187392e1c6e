// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class UnreadRecordsTest {

    private static final TopicPartition FIRST = new TopicPartition("main", 0);
    private static final TopicPartition SECOND = new TopicPartition("main", 1);
    private static final TopicPartition OTHER = new TopicPartition("other", 0);
    private static final Duration PATIENT = Duration.ofMinutes(1);

    @Test
    void addsUpTheOwnPartitionsOfATopic() {
        UnreadRecords unread =
                new UnreadRecords(
                        () -> Map.of(FIRST, 10L, SECOND, 20L, OTHER, 30L),
                        () -> Map.of(FIRST, 4L, SECOND, 20L),
                        PATIENT);

        assertThat(unread.byTopic()).hasValue(Map.of("main", 6L));
    }

    @Test
    void countsNothingThatHasArrivedSinceTheEndsWereRead() {
        UnreadRecords unread =
                new UnreadRecords(() -> Map.of(FIRST, 10L), () -> Map.of(FIRST, 12L), PATIENT);

        assertThat(unread.byTopic()).hasValue(Map.of("main", 0L));
    }

    @Test
    void knowsNothingWhileTheBrokersDoNotAnswer() {
        UnreadRecords refused =
                new UnreadRecords(
                        () -> {
                            throw new KafkaQueueException("away", new IllegalStateException());
                        },
                        Map::of);
        UnreadRecords silent =
                new UnreadRecords(
                        () -> new CompletableFuture<Map<TopicPartition, Long>>().join(), Map::of);

        assertThat(refused.byTopic()).isEmpty();
        assertThat(silent.byTopic()).isEmpty();
    }
}
