// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.RuleMessage;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.mqtt.frame.InboundPublish;
import io.millrace.transport.mqtt.handler.PendingAck.Size;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.millrace.transport.mqtt.metrics.MqttMetrics.PublishRefusal;
import io.millrace.transport.mqtt.payload.SessionLimitsRequest;
import io.millrace.transport.mqtt.session.CloseReason;
import io.millrace.transport.mqtt.session.InFlightWindow;
import io.millrace.transport.mqtt.topic.RpcTopic;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in the messages that the client of one session publishes, and acknowledges each PUBLISH when its messages are
 * safe, in the order in which that happens. Used on the session's event loop only.
 */
final class PublishFlow {

    private static final Logger log = LoggerFactory.getLogger(PublishFlow.class);

    private static final int TOPIC_NAME_INVALID = 0x90;

    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration LAST_RETRY = Duration.ofMillis(200);

    private final ClientConnection connection;
    private final Outbox outbox;
    private final MessageQueue queue;
    private final MqttMetrics metrics;
    private final AckQueue acks;
    private final ConnectionSettings settings;
    private final boolean isVersion5;
    private final InFlightWindow window;

    /** PUBLISH packets that wait for their PUBACK. */
    private int unacknowledged;

    /** Messages for which the queue had no room, with the task that retries them; null if there are none. */
    private @Nullable Submission held;

    private @Nullable Future<?> heldUntil;

    private @Nullable ByteBuf pubAcks;
    private boolean touched;
    private DeviceUplinks uplinks;

    PublishFlow(ClientConnection connection, DeviceUplinks uplinks, Outbox outbox, AckQueue acks) {
        this.connection = connection;
        this.uplinks = uplinks;
        this.outbox = outbox;
        this.acks = acks;
        this.queue = connection.services().queue();
        this.metrics = connection.services().metrics();
        this.settings = connection.settings();
        this.isVersion5 = connection.version() == MqttVersion.MQTT_5;
        this.window = newWindow();
    }

    /**
     * Creates the window. An MQTT 5 client knows the limit and stops there by itself; the window is one larger for it,
     * so that its pings are still read until it exceeds the limit.
     */
    private InFlightWindow newWindow() {
        InFlightLimit limit = settings.inFlight();
        return new InFlightWindow(limit.messages() + (isVersion5 ? 1 : 0), limit.bytes());
    }

    /** Sets the uplinks that create messages from now on. */
    void use(DeviceUplinks newUplinks) {
        uplinks = newUplinks;
    }

    void accept(InboundPublish publish) {
        if (isVersion5 && publish.qos() > 0 && unacknowledged >= settings.inFlight().messages()) {
            connection.close(CloseReason.RECEIVE_MAXIMUM_EXCEEDED); // [MQTT-3.3.4-7]
            return;
        }
        try {
            switch (publish.topic()) {
                case TELEMETRY -> submit(publish, uplinks.telemetry(publish.payload()));
                case ATTRIBUTES -> submit(publish, List.of(uplinks.attributes(publish.payload())));
                case OTHER -> answerOther(publish);
            }
        } catch (MalformedPayloadException e) {
            log.debug("Malformed payload from {}: {}", connection.remote(), e.getMessage());
            refuseMalformed(publish);
        }
    }

    private void submit(InboundPublish publish, List<RuleMessage> messages) {
        if (messages.isEmpty()) {
            pubAck(publish);
            return;
        }
        int count = messages.size();
        Size size = new Size(count, publish.payload().length);
        PendingAck ack =
                new PendingAck(this, acks, publish.packetId(), size, connection.nanoTime());
        enter(publish, size);
        proceed(new Submission(queue, messages, ack), FIRST_RETRY);
    }

    /**
     * Continues a submission. If the queue has no room, the rest is held and retried, and reading from the client is
     * paused; the client stays connected.
     */
    private void proceed(Submission submission, Duration retry) {
        int before = submission.accepted();
        Admission admission = submission.proceed();
        metrics.messagesSubmitted(submission.accepted() - before);
        if (admission == Admission.FULL) {
            held = submission;
            connection.pauseForRoom();
            Duration next = retry.multipliedBy(2);
            heldUntil =
                    connection.schedule(
                            retry,
                            () ->
                                    proceed(
                                            submission,
                                            next.compareTo(LAST_RETRY) < 0 ? next : LAST_RETRY));
            return;
        }
        release();
        if (admission == Admission.CLOSED) {
            submission.giveUp();
            metrics.publishRefused(PublishRefusal.QUEUE_CLOSED);
            connection.close(CloseReason.SERVER_SHUTTING_DOWN);
        }
    }

    private void release() {
        if (held != null) {
            held = null;
            heldUntil = null;
            connection.resumeFromRoom();
        }
    }

    /** Ends the session's publishing: messages that are held for lack of room are not submitted any more. */
    void end() {
        Submission submission = held;
        Future<?> until = heldUntil;
        release();
        if (submission != null && until != null) {
            until.cancel(false);
            submission.giveUp();
        }
    }

    private void enter(InboundPublish publish, Size size) {
        if (publish.qos() > 0) {
            unacknowledged++;
        }
        window.enter(size.messages(), size.bytes());
        if (window.isFull()) {
            connection.pauseForWindow();
        }
    }

    private void refuseMalformed(InboundPublish publish) {
        metrics.publishRefused(PublishRefusal.MALFORMED_PAYLOAD);
        refuse(publish, CloseReason.PAYLOAD_FORMAT_INVALID);
    }

    /** Reports the reason to an MQTT 5 client by PUBACK; in all other cases the connection must be closed. */
    private void refuse(InboundPublish publish, CloseReason reason) {
        if (isVersion5 && publish.qos() > 0) {
            connection.send(Packets.pubAck(publish.packetId(), reason.disconnectCode()));
        } else {
            connection.close(reason);
        }
    }

    private void answerOther(InboundPublish publish) {
        String topic = Objects.requireNonNull(publish.otherTopic());
        OptionalInt rpc = RpcTopic.requestId(topic);
        if (rpc.isPresent() && SessionLimitsRequest.isAskedBy(publish.payload())) {
            pubAck(publish);
            outbox.publish(
                    RpcTopic.response(rpc.getAsInt()),
                    SessionLimitsRequest.answer(
                            settings.maxPayloadSize(), settings.inFlight().messages()));
            return;
        }
        metrics.publishRefused(PublishRefusal.UNKNOWN_TOPIC);
        if (isVersion5 && publish.qos() > 0) {
            connection.send(Packets.pubAck(publish.packetId(), TOPIC_NAME_INVALID));
        } else {
            pubAck(publish);
        }
    }

    private void pubAck(InboundPublish publish) {
        if (publish.qos() > 0) {
            ByteBuf packet = connection.allocate(Packets.PUBACK_LENGTH);
            Packets.writePubAck(packet, publish.packetId());
            connection.send(packet);
        }
    }

    /** Notes that all messages of a PUBLISH are safe; returns true if {@link #flush()} was not due already. */
    boolean complete(PendingAck ack) {
        metrics.messagesSafe(ack.messages(), connection.nanoTime() - ack.since());
        window.leave(ack.messages(), ack.bytes());
        if (ack.wantsPubAck()) {
            unacknowledged--;
            if (!connection.isClosed()) {
                if (pubAcks == null) {
                    pubAcks = connection.allocate(16 * Packets.PUBACK_LENGTH);
                }
                Packets.writePubAck(pubAcks, ack.packetId());
            }
        }
        boolean first = !touched;
        touched = true;
        return first;
    }

    /** Sends the collected PUBACKs, and resumes reading if there is room again. */
    void flush() {
        touched = false;
        ByteBuf packets = pubAcks;
        pubAcks = null;
        if (packets != null) {
            connection.send(packets);
        }
        if (window.isHalfFree()) {
            connection.resumeFromWindow();
        }
        if (window.isEmpty()) {
            connection.drained();
        }
    }

    /** True if all messages that were taken in are safe. */
    boolean isIdle() {
        return window.isEmpty();
    }
}
