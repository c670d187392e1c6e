// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@link AckQueue} of each event loop. */
final class AckQueues {

    private final Map<EventExecutor, AckQueue> queues = new HashMap<>();

    AckQueues(EventLoopGroup loops) {
        loops.forEach(loop -> queues.put(loop, new AckQueue(loop)));
    }

    AckQueue of(EventExecutor loop) {
        @Nullable AckQueue queue = queues.get(loop);
        if (queue == null) {
            throw new IllegalArgumentException("not one of the server's event loops: " + loop);
        }
        return queue;
    }
}
