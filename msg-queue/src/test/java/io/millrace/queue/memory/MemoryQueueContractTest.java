// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueEngineContract;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;

class MemoryQueueContractTest extends QueueEngineContract {

    @Override
    protected QueueEngine open(QueueRegistry queues) {
        return new MemoryQueue(
                queues,
                LaneSettings.forHeap(64 << 20),
                letters,
                LaneEngine.Environment.of(
                        letters,
                        QueueListener.NONE,
                        _ -> 1,
                        new StandstillClock(System::nanoTime)));
    }
}
