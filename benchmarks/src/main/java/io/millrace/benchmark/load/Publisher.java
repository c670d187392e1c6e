// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One device's messages: sends those that are due while its window has room, and notes which are acknowledged. Used on
 * its event loop; anybody may ask for the counts, and for everything once the connection is closed.
 */
final class Publisher {

    /** Hears of each message that goes out. */
    @FunctionalInterface
    interface Outgoing {

        void sent(Device device, long ts, long nanoTime);
    }

    private final Device device;
    private final long firstTs;
    private final InFlight inFlight;
    private final Latencies latencies;
    private final Outgoing outgoing;
    private final BitSet acknowledgedNumbers = new BitSet();
    private @Nullable Channel channel;
    private @Nullable Pace pace;
    private int turn;
    private int measuredFrom = Integer.MAX_VALUE;
    private long measuredUntil;
    private volatile boolean waiting;
    private volatile int sent;
    private volatile int acknowledged;

    /**
     * @param firstTs time stamp of the first reading, in milliseconds since the epoch
     * @param window how many messages may be unacknowledged
     * @param latencies where the PUBACK latency of each message of the measured phase goes
     */
    Publisher(Device device, long firstTs, int window, Latencies latencies, Outgoing outgoing) {
        this.device = device;
        this.firstTs = firstTs;
        this.inFlight = new InFlight(window);
        this.latencies = latencies;
        this.outgoing = outgoing;
    }

    Device device() {
        return device;
    }

    int sent() {
        return sent;
    }

    int acknowledged() {
        return acknowledged;
    }

    /** Whether an acknowledgement may still come. */
    boolean isWaiting() {
        return waiting;
    }

    void connected(Channel to) {
        channel = to;
    }

    void disconnected() {
        channel = null;
        waiting = false;
    }

    /** Begins a phase. What the one before left unsent is forgotten. */
    void begin(Pace newPace, boolean measured) {
        pace = newPace;
        turn = 0;
        if (measured) {
            measuredFrom = sent;
            measuredUntil = System.nanoTime();
        }
        publishDue();
    }

    /** Publishes nothing new from now on. */
    void stop() {
        pace = null;
    }

    /** Sends what is due, as far as there is room. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the event loop only
    void publishDue() {
        Channel to = channel;
        Pace current = pace;
        if (to == null || current == null) {
            return;
        }
        ByteBuf packets = null;
        long now = System.nanoTime();
        while (!inFlight.isFull()) {
            long due = current.dueAt(turn, now);
            if (due - now > 0) {
                break;
            }
            if (packets == null) {
                packets = to.alloc().buffer(8 * MqttPackets.PUBLISH_LENGTH);
            }
            long ts = firstTs + sent;
            MqttPackets.writePublish(packets, inFlight.add(sent, due), Reading.payload(ts, sent));
            outgoing.sent(device, ts, now);
            sent++;
            turn++;
        }
        if (packets != null) {
            waiting = true;
            var _ = to.writeAndFlush(packets);
        }
    }

    /**
     * The server has acknowledged a message.
     *
     * @throws IllegalStateException if no message with this packet identifier waits for that
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the event loop only
    void acknowledged(int packetId) {
        int number = inFlight.remove(packetId);
        long now = System.nanoTime();
        if (number >= measuredFrom) {
            latencies.record(now - inFlight.since(packetId));
            measuredUntil = now;
        }
        acknowledgedNumbers.set(number);
        acknowledged++;
        if (inFlight.isEmpty()) {
            waiting = false;
        }
    }

    /** What was published, for when the connection is closed. */
    Published published() {
        return new Published(
                device,
                firstTs,
                sent,
                Math.min(measuredFrom, sent),
                measuredUntil,
                acknowledgedNumbers);
    }
}
