// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** Encodes packets of MQTT 3.1.1. A client library would use more CPU than the server. */
final class MqttPackets {

    static final int CONNACK = 0x20;
    static final int PUBLISH = 0x30;
    static final int PUBACK = 0x40;
    static final int SUBACK = 0x90;
    static final int PINGRESP = 0xD0;

    /** Approximate maximum length of a PUBLISH for a {@link Reading}. */
    static final int PUBLISH_LENGTH = 128;

    static final String TELEMETRY = "v1/devices/me/telemetry";
    static final String GATEWAY_TELEMETRY = "v1/gateway/telemetry";

    /** "MQTT", version 4, user name and clean session, no keep-alive, because a run is bounded and may have pauses. */
    private static final byte[] CONNECT_HEADER = {0, 4, 'M', 'Q', 'T', 'T', 4, (byte) 0x82, 0, 0};

    private MqttPackets() {}

    static ByteBuf connect(String clientId, String token) {
        ByteBuf packet = Unpooled.buffer();
        packet.writeByte(0x10);
        writeLength(packet, CONNECT_HEADER.length + 2 + clientId.length() + 2 + token.length());
        packet.writeBytes(CONNECT_HEADER);
        writeText(packet, clientId);
        writeText(packet, token);
        return packet;
    }

    /** A PUBLISH at QoS 1; topic and payload are ASCII. */
    static void writePublish(ByteBuf packets, String topic, int packetId, String payload) {
        packets.writeByte(PUBLISH | 2);
        writeLength(packets, 2 + topic.length() + 2 + payload.length());
        writeText(packets, topic);
        packets.writeShort(packetId);
        ByteBufUtil.writeAscii(packets, payload);
    }

    /** A PUBLISH at QoS 0; topic and payload are ASCII. */
    static void writePublish(ByteBuf packets, String topic, String payload) {
        packets.writeByte(PUBLISH);
        writeLength(packets, 2 + topic.length() + payload.length());
        writeText(packets, topic);
        ByteBufUtil.writeAscii(packets, payload);
    }

    static void writePubAck(ByteBuf packets, int packetId) {
        packets.writeByte(PUBACK).writeByte(2).writeShort(packetId);
    }

    /** A SUBSCRIBE with QoS 1. */
    static ByteBuf subscribe(String filter) {
        ByteBuf packet = Unpooled.buffer();
        packet.writeByte(0x82);
        writeLength(packet, 2 + 2 + filter.length() + 1);
        packet.writeShort(1);
        writeText(packet, filter);
        packet.writeByte(1);
        return packet;
    }

    static ByteBuf pingReq() {
        return Unpooled.wrappedBuffer(new byte[] {(byte) 0xC0, 0});
    }

    private static void writeText(ByteBuf packet, String text) {
        packet.writeShort(text.length());
        ByteBufUtil.writeAscii(packet, text);
    }

    private static void writeLength(ByteBuf packet, int length) {
        int rest = length;
        while (rest >= 0x80) {
            packet.writeByte((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        packet.writeByte(rest);
    }
}
