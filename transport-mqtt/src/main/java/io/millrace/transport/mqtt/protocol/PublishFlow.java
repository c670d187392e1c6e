// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.queue.MessageQueue.Admission;
import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.client.Submission;
import io.millrace.transport.mqtt.protocol.Reading.Pause;
import io.netty.buffer.ByteBuf;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in the messages that a client publishes, and acknowledges each PUBLISH when its messages are safe, in the order
 * in which that happens. Used on the session's event loop only.
 */
final class PublishFlow implements PendingPublish.Origin {

    private static final Logger log = LoggerFactory.getLogger(PublishFlow.class);

    /** Most messages of QoS 2 that a client before MQTT 5, which knows no Receive Maximum, may leave unreleased. */
    private static final int MAX_UNRELEASED = 1_000;

    private final Wire wire;
    private final Client client;
    private final LoopQueue completed;
    private final HeldSubmissions held;
    private final ReceivedIds received;
    private final InFlightWindow window;

    /** PUBLISH packets that wait for PUBACK or, with QoS 2, for PUBCOMP. */
    private int unacknowledged;

    private @Nullable ByteBuf acks;
    private boolean touched;

    /** @param restored identifiers of QoS 2 messages of an earlier connection of the session */
    PublishFlow(Wire wire, Client client, LoopQueue completed, Set<Integer> restored) {
        this.wire = wire;
        this.client = client;
        this.completed = completed;
        this.held = new HeldSubmissions(wire);
        this.received = new ReceivedIds(restored);
        this.unacknowledged = received.size();
        this.window = newWindow(wire);
    }

    /**
     * Creates the window. An MQTT 5 client knows the limit and stops there by itself; the window is one larger for it,
     * so that its pings are still read until it exceeds the limit.
     */
    private static InFlightWindow newWindow(Wire wire) {
        InFlightLimit limit = wire.settings().inFlight();
        return new InFlightWindow(limit.messages() + (wire.isVersion5() ? 1 : 0), limit.bytes());
    }

    void accept(InboundPublish publish) {
        if (publish.qos() == 2 && !isNew(publish)) {
            return;
        }
        if (publish.qos() > 0) {
            if (wire.isVersion5() && unacknowledged >= wire.settings().inFlight().messages()) {
                wire.close(CloseReason.RECEIVE_MAXIMUM_EXCEEDED); // [MQTT-3.3.4-7]
                return;
            }
            unacknowledged++;
        }
        process(publish, client.publish(publish));
    }

    /** Answers a repeated message of QoS 2, which must not be processed again [MQTT-4.3.3-10]. */
    private boolean isNew(InboundPublish publish) {
        if (!wire.isVersion5() && received.size() >= MAX_UNRELEASED) {
            wire.close(CloseReason.QUOTA_EXCEEDED);
            return false;
        }
        return switch (received.arrived(publish.packetId())) {
            case NEW -> true;
            case UNDER_WAY -> false;
            case ACKNOWLEDGED -> {
                sendAck(2, publish.packetId());
                yield false;
            }
        };
    }

    private void process(InboundPublish publish, PublishResult result) {
        switch (result) {
            case PublishResult.Handled _ -> handled(publish);
            case PublishResult.Submit(Submission submission) -> submit(publish, submission);
            case PublishResult.Later(CompletionStage<PublishResult> later) -> await(publish, later);
            case PublishResult.Refused refused -> refuse(publish, refused);
        }
    }

    private void handled(InboundPublish publish) {
        if (publish.qos() > 0) {
            acknowledged(publish.qos(), publish.packetId());
            sendAck(publish.qos(), publish.packetId());
        }
    }

    private void submit(InboundPublish publish, Submission submission) {
        PendingPublish pending =
                new PendingPublish(this, completed, publish, submission, wire.nanoTime());
        enter(pending.bytes());
        if (held.proceed(pending) == Admission.CLOSED) {
            wire.metrics().publishRefused(PublishRefusal.QUEUE_CLOSED);
            wire.close(CloseReason.SERVER_SHUTTING_DOWN);
        }
    }

    private void await(InboundPublish publish, CompletionStage<PublishResult> later) {
        enter(publish.payload().length);
        BiConsumer<@Nullable PublishResult, @Nullable Throwable> answer =
                (result, error) -> {
                    // At once on the loop: no later message may overtake this one.
                    if (wire.loop().inEventLoop()) {
                        leave(publish, result, error);
                    } else {
                        wire.onLoop(() -> leave(publish, result, error));
                    }
                };
        var _ = later.whenComplete(answer);
    }

    private void leave(
            InboundPublish publish, @Nullable PublishResult result, @Nullable Throwable error) {
        window.leave(publish.payload().length);
        answered(publish, result, error);
        resumed();
    }

    private void answered(
            InboundPublish publish, @Nullable PublishResult result, @Nullable Throwable error) {
        if (result == null) {
            log.warn(
                    "A message of {} on {} failed; closing the connection",
                    client.name(),
                    publish.topic(),
                    error);
            wire.close(CloseReason.INTERNAL_ERROR);
        } else if (!wire.isClosed()) {
            process(publish, result);
        } else if (result instanceof PublishResult.Submit(Submission submission)
                && publish.qos() == 0) {
            submission.drop();
        }
    }

    private void enter(int bytes) {
        window.enter(bytes);
        if (window.isFull() && wire.reading().pause(Pause.WINDOW_FULL)) {
            wire.metrics().connectionPaused();
        }
    }

    /**
     * Reports a refusal to an MQTT 5 client by an acknowledgement. In all other cases the connection must be closed, unless
     * the device's profile asks for an acknowledgement.
     */
    private void refuse(InboundPublish publish, PublishResult.Refused refused) {
        PublishRefusal reason = refused.reason();
        String detail = refused.detail();
        log.debug("Refused a message of {} on {}: {}", client.name(), publish.topic(), detail);
        wire.metrics().publishRefused(reason);
        if (wire.isVersion5() && publish.qos() > 0) {
            unacknowledged--;
            if (publish.qos() == 2) {
                received.remove(publish.packetId());
            }
            wire.send(
                    Packets.refusedAck(
                            publish.qos(),
                            publish.packetId(),
                            reason.ackCode(),
                            Packets.reasonString(detail, wire.client())));
        } else if (refused.isAcknowledged() && publish.qos() > 0) {
            handled(publish);
        } else {
            wire.close(reason.closeReason(), detail);
        }
    }

    private void acknowledged(int qos, int packetId) {
        if (qos == 2) {
            received.acknowledged(packetId);
        } else {
            unacknowledged--;
        }
    }

    private void sendAck(int qos, int packetId) {
        ByteBuf packet = wire.allocate(Packets.ACK_LENGTH);
        Packets.writeAck(packet, qos, packetId);
        wire.send(packet);
    }

    /** The client has released a message of QoS 2; it may use the identifier again [MQTT-4.3.3-12]. */
    void released(int packetId) {
        boolean isKnown = received.remove(packetId);
        if (isKnown) {
            unacknowledged--;
        }
        wire.send(Packets.pubComp(wire.version(), packetId, isKnown));
    }

    @Override
    public void safe(PendingPublish publish) {
        wire.metrics().messagesSafe(publish.submission().size(), wire.nanoTime() - publish.since());
        window.leave(publish.bytes());
        if (publish.wantsAck()) {
            acknowledged(publish.qos(), publish.packetId());
            if (!wire.isClosed()) {
                if (acks == null) {
                    acks = wire.allocate(16 * Packets.ACK_LENGTH);
                }
                Packets.writeAck(acks, publish.qos(), publish.packetId());
            }
        }
    }

    @Override
    public boolean touch() {
        boolean first = !touched;
        touched = true;
        return first;
    }

    /** Sends the collected acknowledgements, and resumes reading if there is room again. */
    @Override
    public void flush() {
        touched = false;
        ByteBuf packets = acks;
        acks = null;
        if (packets != null) {
            wire.send(packets);
        }
        resumed();
    }

    private void resumed() {
        if (window.isHalfFree() && wire.reading().resume(Pause.WINDOW_FULL)) {
            wire.metrics().connectionResumed();
        }
        if (window.isEmpty()) {
            wire.idle();
        }
    }

    /** True if all messages that were taken in are safe. */
    boolean isIdle() {
        return window.isEmpty();
    }

    /** Identifiers of QoS 2 messages that another connection of the session must know. */
    Set<Integer> unreleased() {
        return received.lasting();
    }

    /** Ends the session's publishing: messages that are held for lack of room are not submitted any more. */
    void end() {
        held.giveUp();
        if (wire.reading().resume(Pause.WINDOW_FULL)) {
            wire.metrics().connectionResumed();
        }
    }
}
