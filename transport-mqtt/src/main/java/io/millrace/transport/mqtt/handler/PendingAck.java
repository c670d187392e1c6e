// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.queue.Receipt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A PUBLISH whose messages are not all safe yet: the receipt of each of them, and a node of the {@link AckQueue}. */
final class PendingAck implements Receipt {

    private final PublishFlow flow;
    private final AckQueue acks;
    private final int packetId;
    private final int messages;
    private final int bytes;
    private final long since;

    /** Number of messages that are not safe, plus one until all of them are submitted. */
    private final AtomicInteger open;

    private boolean answered;
    private @Nullable PendingAck next;

    /**
     * @param packetId 0 if the client expects no PUBACK
     * @param since when the PUBLISH was read, in ticks
     */
    PendingAck(PublishFlow flow, AckQueue acks, int packetId, Size size, long since) {
        this.flow = flow;
        this.acks = acks;
        this.packetId = packetId;
        this.messages = size.messages();
        this.bytes = size.bytes();
        this.since = since;
        this.open = new AtomicInteger(messages + 1);
    }

    /** The share of the connection's window that a PUBLISH takes. */
    record Size(int messages, int bytes) {}

    @Override
    public void safe() {
        end(1);
    }

    /** Notes that all messages were submitted except {@code missing}, which never will be. */
    void submitted(int missing) {
        end(missing + 1);
    }

    private void end(int count) {
        if (open.addAndGet(-count) == 0) {
            acks.add(this);
        }
    }

    /**
     * Notes that the client was answered in another way, so no PUBACK follows. Called before all messages are
     * submitted.
     */
    void answered() {
        answered = true;
    }

    boolean wantsPubAck() {
        return packetId != 0 && !answered;
    }

    PublishFlow flow() {
        return flow;
    }

    int packetId() {
        return packetId;
    }

    int messages() {
        return messages;
    }

    int bytes() {
        return bytes;
    }

    long since() {
        return since;
    }

    @Nullable PendingAck next() {
        return next;
    }

    void next(@Nullable PendingAck ack) {
        next = ack;
    }
}
