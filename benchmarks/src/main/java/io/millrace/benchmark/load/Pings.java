// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** The PINGREQs of one connection, one at a time. Used on its event loop; anybody may ask whether one waits. */
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

    /** Sends none from now on. */
    void stop() {
        stopped = true;
    }

    /** Sends one, unless the former is not answered yet. */
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

    /** Whether a ping is not answered yet. */
    boolean isWaiting() {
        return waiting;
    }

    /** Counts a ping that is not answered for as long as it waits already. */
    void giveUp() {
        if (waiting) {
            latencies.record(System.nanoTime() - sentAt);
        }
    }
}
