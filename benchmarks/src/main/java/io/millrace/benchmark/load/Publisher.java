// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends the due messages of one connection while its window has room, and records the acknowledged ones. Used on its event
 * loop; any thread may read the counts, and after the close of the connection the whole state.
 */
final class Publisher {

    /** Receives a reading of each message that is sent. */
    @FunctionalInterface
    interface Outgoing {

        void sent(Device device, long ts, long nanoTime);
    }

    private final Cargo cargo;
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
     * @param firstTs timestamp of the first reading, in milliseconds since the epoch
     * @param window maximum number of unacknowledged messages
     * @param latencies receives the PUBACK latencies of the measured phase
     */
    Publisher(Device device, long firstTs, int window, Latencies latencies, Outgoing outgoing) {
        this(new OwnReadings(device, firstTs), window, latencies, outgoing);
    }

    /**
     * @param cargo what its messages carry
     * @param window maximum number of unacknowledged messages
     * @param latencies receives the PUBACK latencies of the measured phase
     */
    Publisher(Cargo cargo, int window, Latencies latencies, Outgoing outgoing) {
        this.cargo = cargo;
        this.inFlight = new InFlight(window);
        this.latencies = latencies;
        this.outgoing = outgoing;
    }

    /** The device that connects. */
    Device device() {
        return cargo.device();
    }

    /** Number of messages in which each device has one reading. */
    int round() {
        return cargo.round();
    }

    int sent() {
        return sent;
    }

    int acknowledged() {
        return acknowledged;
    }

    /** True while an acknowledgement is outstanding. */
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

    /** Starts a phase. Unsent messages of the former phase are dropped. */
    void begin(Pace newPace, boolean measured) {
        pace = newPace;
        turn = 0;
        if (measured) {
            measuredFrom = sent;
            measuredUntil = System.nanoTime();
        }
        publishDue();
    }

    /** Stops publishing. */
    void stop() {
        pace = null;
    }

    /** Sends the due messages for which the window has room. */
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
            cargo.write(packets, inFlight.add(sent, due), sent);
            cargo.tell(outgoing, sent, now);
            sent++;
            turn++;
        }
        if (packets != null) {
            waiting = true;
            var _ = to.writeAndFlush(packets);
        }
    }

    /**
     * Records the acknowledgement of a message.
     *
     * @throws IllegalStateException if no unacknowledged message has this packet identifier
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

    /** The published readings, by device. Call it after the close of the connection. */
    List<Published> published() {
        return cargo.published(
                new Sent(sent, Math.min(measuredFrom, sent), measuredUntil, acknowledgedNumbers));
    }
}
