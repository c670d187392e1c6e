// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@link LoopQueue} of each event loop. */
final class LoopQueues {

    private final Map<EventExecutor, LoopQueue> queues = new HashMap<>();

    LoopQueues(EventLoopGroup loops) {
        loops.forEach(loop -> queues.put(loop, new LoopQueue(loop)));
    }

    LoopQueue of(EventExecutor loop) {
        @Nullable LoopQueue queue = queues.get(loop);
        if (queue == null) {
            throw new IllegalArgumentException("not one of the server's event loops: " + loop);
        }
        return queue;
    }
}
