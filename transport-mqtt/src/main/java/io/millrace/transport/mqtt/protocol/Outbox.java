// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.OutboundPublish;
import io.millrace.transport.mqtt.client.OutboundPublish.Listener;
import io.millrace.transport.mqtt.client.OutboundPublish.Result;
import io.millrace.transport.mqtt.client.SessionStore.StoredMessage;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to the client of one session, within the client's limits: as many as it accepts unacknowledged, others
 * wait, up to a bound. Used on its event loop only.
 */
final class Outbox {

    /** Largest number of messages that wait for the client's PUBACK, unless the client allows fewer. */
    private static final int MAX_IN_FLIGHT = 100;

    private static final int MAX_WAITING = 100;
    private static final int MAX_WAITING_BYTES = 256 * 1024;

    private static final int AT_LEAST_ONCE = 1;

    private final Wire wire;
    private final Subscriptions subscriptions;
    private final InstantSource clock;

    /** Messages that the client has not acknowledged, by their identifiers, in the order in which they were sent. */
    private final Map<Integer, Sent> inFlight = new LinkedHashMap<>();

    private final Deque<OutboundPublish> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private final PacketIds ids = new PacketIds();
    private boolean watching;

    /** True while the messages of earlier connections are being read: they go first. */
    private boolean isHeld;

    Outbox(Wire wire, Subscriptions subscriptions, InstantSource clock) {
        this.wire = wire;
        this.subscriptions = subscriptions;
        this.clock = clock;
    }

    /** A message that waits for its acknowledgement. */
    private static final class Sent {
        final OutboundPublish message;
        final long since;
        boolean late;

        Sent(OutboundPublish message, long since) {
            this.message = message;
            this.since = since;
        }
    }

    /** Holds messages back until those of earlier connections are known. */
    void hold() {
        isHeld = true;
    }

    boolean isHeld() {
        return isHeld;
    }

    /**
     * Sends the messages of earlier connections, those that were sent before with their identifiers and DUP, and after them
     * the messages that were held back.
     */
    void restore(List<StoredMessage> messages) {
        isHeld = false;
        List<OutboundPublish> held = List.copyOf(waiting);
        waiting.clear();
        for (StoredMessage stored : messages) {
            OutboundPublish message =
                    new OutboundPublish(
                            stored.topic(),
                            stored.payload(),
                            AT_LEAST_ONCE,
                            stored.expiresAt(),
                            true,
                            Listener.NONE);
            if (stored.packetId() > 0) {
                inFlight.put(stored.packetId(), new Sent(message, wire.nanoTime()));
                write(message, AT_LEAST_ONCE, stored.packetId(), true); // [MQTT-4.4.0-1]
            } else {
                waiting.add(message);
                waitingBytes += message.size();
            }
        }
        waiting.addAll(held);
        pump();
    }

    /** Sends a message, or keeps it until the client has room for it. */
    void publish(OutboundPublish message) {
        if (wire.isClosed()) {
            message.listener().ended(Result.CLOSED);
        } else if (message.size() > wire.client().maxPacketSize()) {
            message.listener().ended(Result.TOO_LARGE);
        } else if (qosOf(message) == 0) {
            publishOnce(message);
        } else if (waiting.isEmpty() && mayWrite()) {
            writeNew(message);
        } else if (waiting.size() < MAX_WAITING
                && waitingBytes + message.size() <= MAX_WAITING_BYTES) {
            waiting.add(message);
            waitingBytes += message.size();
        } else {
            message.listener().ended(Result.NO_ROOM);
        }
    }

    private int qosOf(OutboundPublish message) {
        Integer asked = message.qos();
        if (asked != null) {
            return asked;
        }
        OptionalInt granted = subscriptions.grantedQos(message.topic());
        return Math.min(granted.orElse(AT_LEAST_ONCE), AT_LEAST_ONCE);
    }

    private void publishOnce(OutboundPublish message) {
        if (!wire.isWritable()) {
            message.listener().ended(Result.NO_ROOM);
            return;
        }
        write(message, 0, 0, false);
        message.listener().sent();
        message.listener().ended(Result.DELIVERED);
    }

    private boolean mayWrite() {
        int most = Math.min(MAX_IN_FLIGHT, wire.client().receiveMaximum()); // [MQTT-3.3.4-9]
        return !isHeld && wire.isWritable() && inFlight.size() < most;
    }

    private void writeNew(OutboundPublish message) {
        int id = ids.next(inFlight::containsKey);
        inFlight.put(id, new Sent(message, wire.nanoTime()));
        write(message, AT_LEAST_ONCE, id, false);
        message.listener().sent();
        watch();
    }

    private void write(OutboundPublish message, int qos, int packetId, boolean duplicate) {
        MqttFixedHeader header =
                new MqttFixedHeader(
                        MqttMessageType.PUBLISH, duplicate, MqttQoS.valueOf(qos), false, 0);
        wire.send(
                new MqttPublishMessage(
                        header,
                        new MqttPublishVariableHeader(
                                message.topic(), packetId, properties(message)),
                        Unpooled.wrappedBuffer(message.payload())));
    }

    /** The rest of the message's life [MQTT-3.3.2-6]. */
    private MqttProperties properties(OutboundPublish message) {
        @Nullable Instant expiresAt = message.expiresAt();
        if (expiresAt == null || !wire.isVersion5()) {
            return MqttProperties.NO_PROPERTIES;
        }
        long seconds = Math.max(1, Duration.between(clock.instant(), expiresAt).toSeconds());
        MqttProperties properties = new MqttProperties();
        properties.add(
                new MqttProperties.IntegerProperty(
                        MqttProperties.PUBLICATION_EXPIRY_INTERVAL,
                        (int) Math.min(seconds, Integer.MAX_VALUE)));
        return properties;
    }

    /** Sends waiting messages while the client has room, in their order. */
    void pump() {
        while (!waiting.isEmpty() && mayWrite()) {
            OutboundPublish next = waiting.removeFirst();
            waitingBytes -= next.size();
            if (isExpired(next)) {
                next.listener().ended(Result.EXPIRED); // [MQTT-3.3.2-5]
            } else {
                writeNew(next);
            }
        }
    }

    private boolean isExpired(OutboundPublish message) {
        Instant expiresAt = message.expiresAt();
        return expiresAt != null && !expiresAt.isAfter(clock.instant());
    }

    /** Returns true if a message with this identifier waits for the client's answer. */
    boolean isInFlight(int packetId) {
        return inFlight.containsKey(packetId);
    }

    /** Notes that the client has answered a message; unknown identifiers are ignored. */
    void acknowledged(int packetId, boolean rejected) {
        @Nullable Sent sent = inFlight.remove(packetId);
        if (sent != null && !sent.late) {
            sent.message.listener().ended(rejected ? Result.REJECTED : Result.DELIVERED);
        }
        pump();
    }

    /** Watches the oldest unacknowledged message. Only one timer runs, because they come due in their order. */
    private void watch() {
        if (!watching) {
            watching = true;
            var _ = wire.schedule(wire.settings().timeouts().acknowledgement(), this::endLate);
        }
    }

    private void endLate() {
        watching = false;
        long limit = wire.nanoTime() - wire.settings().timeouts().acknowledgement().toNanos();
        boolean othersWait = false;
        for (Sent sent : inFlight.values()) {
            if (!sent.late && sent.since - limit <= 0) {
                // The identifier stays in use: the client may still acknowledge it.
                sent.late = true;
                sent.message.listener().ended(Result.NOT_ACKNOWLEDGED);
            }
            othersWait |= !sent.late;
        }
        if (othersWait && !wire.isClosed()) {
            watch();
        }
    }

    /**
     * Ends the outbox with its connection.
     *
     * @param sessionLasts true if messages that belong to the session are kept
     * @return the messages to keep, in their order
     */
    List<StoredMessage> end(boolean sessionLasts) {
        List<StoredMessage> kept = new ArrayList<>();
        inFlight.forEach((id, sent) -> endOne(sent.message, id, sent.late, sessionLasts, kept));
        waiting.forEach(message -> endOne(message, 0, false, sessionLasts, kept));
        inFlight.clear();
        waiting.clear();
        waitingBytes = 0;
        isHeld = false;
        return kept;
    }

    private void endOne(
            OutboundPublish message,
            int packetId,
            boolean told,
            boolean sessionLasts,
            List<StoredMessage> kept) {
        boolean keep = sessionLasts && message.kept() && !isExpired(message);
        if (keep) {
            kept.add(
                    new StoredMessage(
                            packetId, message.topic(), message.payload(), message.expiresAt()));
        }
        if (!told) {
            message.listener().ended(keep ? Result.KEPT : Result.CLOSED);
        }
    }
}
