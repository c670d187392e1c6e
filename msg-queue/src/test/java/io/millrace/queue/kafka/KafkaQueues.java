// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.Map;

/** Queues of one instance over what tests keep in memory. */
final class KafkaQueues {

    private KafkaQueues() {}

    /** Settings of an instance that is quick to commit, for a single broker. */
    static KafkaQueueSettings settings(
            Map<String, Object> client, String group, String instance, Duration handOver) {
        return new KafkaQueueSettings(
                client, group, instance, (short) 1, Duration.ofMillis(100), handOver);
    }

    /** A queue that has not been started. */
    static KafkaQueue create(
            QueueRegistry registry,
            KafkaQueueSettings settings,
            FencedStores stores,
            RecordingStores letters) {
        return new KafkaQueue(
                registry,
                LaneSettings.forHeap(64 << 20),
                settings,
                stores,
                LaneEngine.Environment.of(
                        letters,
                        QueueListener.NONE,
                        _ -> 1,
                        new StandstillClock(System::nanoTime)));
    }
}
