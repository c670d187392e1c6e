// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.queue.Receipt;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.Submission;
import java.util.concurrent.atomic.AtomicInteger;

/** A PUBLISH whose messages are not all safe yet: the receipt of each of them. */
final class PendingPublish extends LoopQueue.Item implements Receipt {

    /** Where a PUBLISH was read. */
    interface Origin extends LoopQueue.Target {

        /** All messages of a PUBLISH are safe, except those that were given up. */
        void safe(PendingPublish publish);
    }

    /** What a message of a PUBLISH counts in the window, besides its share of the payload. */
    private static final int BYTES_OF_A_MESSAGE = 256;

    private final Origin origin;
    private final LoopQueue completed;
    private final Submission submission;
    private final int qos;
    private final int packetId;
    private final int bytes;
    private final long since;

    /** Number of messages that are not safe, plus one until all of them are submitted. */
    private final AtomicInteger open;

    private boolean givenUp;

    /**
     * @param since when the PUBLISH was read, in nanoseconds of the connection's clock
     */
    PendingPublish(
            Origin origin,
            LoopQueue completed,
            InboundPublish publish,
            Submission submission,
            long since) {
        this.origin = origin;
        this.completed = completed;
        this.submission = submission;
        this.qos = publish.qos();
        this.packetId = publish.packetId();
        this.bytes = publish.payload().length + submission.size() * BYTES_OF_A_MESSAGE;
        this.since = since;
        this.open = new AtomicInteger(submission.size() + 1);
    }

    @Override
    public void safe() {
        end(1);
    }

    /** Notes that all messages were submitted. */
    void submitted() {
        end(1);
    }

    /**
     * Notes that the messages which were not submitted never will be, and that the client gets no acknowledgement. It
     * sends them again if their QoS is not 0.
     */
    void giveUp() {
        givenUp = true;
        if (qos == 0) {
            submission.drop();
        }
        end(submission.size() - submission.accepted() + 1);
    }

    private void end(int count) {
        if (open.addAndGet(-count) == 0) {
            completed.add(this);
        }
    }

    Submission submission() {
        return submission;
    }

    /** True if the client waits for an acknowledgement. */
    boolean wantsAck() {
        return qos > 0 && !givenUp;
    }

    int qos() {
        return qos;
    }

    int packetId() {
        return packetId;
    }

    /** What the PUBLISH counts in the window. */
    int bytes() {
        return bytes;
    }

    long since() {
        return since;
    }

    @Override
    void complete() {
        origin.safe(this);
    }

    @Override
    LoopQueue.Target target() {
        return origin;
    }
}
