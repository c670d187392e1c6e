// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** The PINGREQs of one connection, one at a time. Used on its event loop; any thread may call {@link #isWaiting}. */
final class Pings {

    private final Latencies latencies;
    private @Nullable Channel channel;
    private long sentAt;
    private boolean stopped;
    private volatile boolean waiting;

    Pings(Latencies latencies) {
        this.latencies = latencies;
    }

    void connected(Channel to) {
        channel = to;
    }

    void disconnected() {
        channel = null;
        waiting = false;
    }

    /** Stops sending pings. */
    void stop() {
        stopped = true;
    }

    /** Sends a ping unless the former one is still unanswered. */
    void ping() {
        Channel to = channel;
        if (to != null && !waiting && !stopped) {
            waiting = true;
            sentAt = System.nanoTime();
            var _ = to.writeAndFlush(MqttPackets.pingReq());
        }
    }

    void answered() {
        waiting = false;
        latencies.record(System.nanoTime() - sentAt);
    }

    /** True while a ping is unanswered. */
    boolean isWaiting() {
        return waiting;
    }

    /** Records an unanswered ping with the time that it has waited so far. */
    void giveUp() {
        if (waiting) {
            latencies.record(System.nanoTime() - sentAt);
        }
    }
}
