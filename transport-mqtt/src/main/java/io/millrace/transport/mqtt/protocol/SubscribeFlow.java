// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers SUBSCRIBE and UNSUBSCRIBE. If the session outlasts the connection, the answer comes when the change is stored.
 * Used on the session's event loop only.
 */
final class SubscribeFlow {

    private static final Logger log = LoggerFactory.getLogger(SubscribeFlow.class);

    private static final int SUBACK = 0x90;
    private static final int UNSUBACK = 0xB0;

    private final Wire wire;
    private final OpenSession session;

    SubscribeFlow(Wire wire, OpenSession session) {
        this.wire = wire;
        this.session = session;
    }

    void subscribe(MqttSubscribeMessage request) {
        if (request.payload().topicSubscriptions().stream().anyMatch(this::isMalformed)) {
            wire.close(CloseReason.PROTOCOL_ERROR, "a malformed shared subscription");
            return;
        }
        Subscriptions.Answer answer =
                session.subscriptions().subscribe(request.payload().topicSubscriptions());
        stored(
                answer,
                () -> {
                    send(SUBACK, request.variableHeader().messageId(), answer.codes());
                    answer.changed().forEach(session.client()::subscribed);
                });
    }

    /** [MQTT-3.8.3-4], [MQTT-4.8.2-1], [MQTT-4.8.2-2]; before MQTT 5 there are no shared subscriptions. */
    private boolean isMalformed(MqttTopicSubscription subscription) {
        String filter = subscription.topicFilter();
        return wire.isVersion5()
                && TopicFilter.isShared(filter)
                && (!TopicFilter.isValidShared(filter) || subscription.option().isNoLocal());
    }

    void unsubscribe(MqttUnsubscribeMessage request) {
        Subscriptions.Answer answer =
                session.subscriptions().unsubscribe(request.payload().topics());
        stored(
                answer,
                () -> {
                    // Before MQTT 5 the answer has no codes.
                    List<Integer> codes = wire.isVersion5() ? answer.codes() : List.of();
                    send(UNSUBACK, request.variableHeader().messageId(), codes);
                    answer.changed().forEach(session.client()::unsubscribed);
                });
    }

    private void stored(Subscriptions.Answer answer, Runnable then) {
        if (answer.changed().isEmpty() || !session.outlastsConnection()) {
            then.run();
            return;
        }
        var _ =
                session.storeSubscriptions()
                        .whenComplete((_, failure) ->
                                wire.onLoop(() -> {
                                    if (wire.isClosed()) {
                                        return;
                                    }
                                    if (failure == null) {
                                        then.run();
                                        return;
                                    }
                                    log.warn(
                                            "Cannot store the subscriptions of {}; closing the connection",
                                            session.client().name(),
                                            failure);
                                    wire.close(CloseReason.INTERNAL_ERROR);
                                }));
    }

    private void send(int type, int packetId, List<Integer> codes) {
        int length = 2 + (wire.isVersion5() ? 1 : 0) + codes.size();
        ByteBuf packet = wire.allocate(5 + length);
        packet.writeByte(type);
        if (length >= 0x80) {
            packet.writeByte((length & 0x7F) | 0x80).writeByte(length >> 7);
        } else {
            packet.writeByte(length);
        }
        packet.writeShort(packetId);
        if (wire.isVersion5()) {
            packet.writeByte(0); // no properties
        }
        codes.forEach(packet::writeByte);
        if (packet.readableBytes() > wire.client().maxPacketSize()) { // [MQTT-3.1.2-24]
            packet.release();
            wire.close(CloseReason.PACKET_TOO_LARGE);
        } else {
            wire.send(packet);
        }
    }
}
