// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueEngineContract;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;

class MemoryQueueContractTest extends QueueEngineContract {

    private static final LaneSettings DEFAULTS = LaneSettings.forHeap(64 << 20);

    /** Some tests close the queue while a delivery is under way: closing need not wait long for it. */
    private static final LaneSettings SETTINGS =
            new LaneSettings(
                    DEFAULTS.maxRunning(),
                    DEFAULTS.maxRunningBytes(),
                    DEFAULTS.maxWaitingBytes(),
                    DEFAULTS.maxMadeBytes(),
                    1 << 20,
                    DEFAULTS.maxOutboundBytes(),
                    DEFAULTS.maxDetached(),
                    DEFAULTS.maxBackoff(),
                    DEFAULTS.storeAfter(),
                    Duration.ofMillis(200));

    @Override
    protected QueueEngine open(QueueRegistry queues) {
        return new MemoryQueue(
                queues,
                SETTINGS,
                letters,
                LaneEngine.Environment.of(
                        letters,
                        QueueListener.NONE,
                        _ -> 1,
                        new StandstillClock(System::nanoTime)));
    }
}
