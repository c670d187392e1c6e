// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.queue.Receipt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A PUBLISH whose messages are not all safe yet: the receipt of each of them, and a link in the {@link AckQueue}. */
final class PendingAck implements Receipt {

    private final PublishFlow flow;
    private final AckQueue acks;
    private final int packetId;
    private final int messages;
    private final int bytes;
    private final long since;

    /** Messages that are not safe, and one for the sender, until it has submitted them all. */
    private final AtomicInteger open;

    private boolean answered;
    private @Nullable PendingAck next;

    /**
     * @param packetId 0 where nobody waits for a PUBACK
     * @param since when the PUBLISH was read, by the ticker
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

    /** How much a PUBLISH takes of the connection's window. */
    record Size(int messages, int bytes) {}

    @Override
    public void safe() {
        end(1);
    }

    /** Everything was submitted, but for a number of messages that never will be. */
    void submitted(int missing) {
        end(missing + 1);
    }

    private void end(int count) {
        if (open.addAndGet(-count) == 0) {
            acks.add(this);
        }
    }

    /** The client was told something else already: there is no PUBACK to come. Called before all are submitted. */
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
