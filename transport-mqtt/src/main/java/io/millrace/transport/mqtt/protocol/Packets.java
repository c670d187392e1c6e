// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Encodes the packets of a few bytes by hand: the codec's objects for them take more memory than the packets. */
final class Packets {

    /** Length of an acknowledgement without reason code. */
    static final int ACK_LENGTH = 4;

    private static final int CONNACK = 0x20;
    private static final int PUBACK = 0x40;
    private static final int PUBREC = 0x50;
    private static final int PUBCOMP = 0x70;
    private static final int PINGRESP = 0xD0;
    private static final int DISCONNECT = 0xE0;
    private static final int PACKET_IDENTIFIER_NOT_FOUND = 0x92;
    private static final int REASON_STRING = 0x1F;

    /** Longest reason string in bytes, so that its lengths take one byte each. */
    private static final int LONGEST_REASON = 100;

    private Packets() {}

    /** Returns a CONNACK that refuses a client, or null if its version has no code for the reason. */
    static @Nullable ByteBuf refusal(MqttVersion version, CloseReason reason, byte[] reasonString) {
        if (version == MqttVersion.MQTT_5) {
            return withReason(
                    new byte[] {0, (byte) reason.connAckCode()}, CONNACK, reasonString, true);
        }
        return reason.returnCode().isPresent()
                ? bytes(CONNACK, 2, 0, reason.returnCode().getAsInt())
                : null;
    }

    /** Appends the acknowledgement of a message of QoS 1 or 2, which is the same in all versions. */
    static void writeAck(ByteBuf to, int qos, int packetId) {
        to.writeByte(qos == 2 ? PUBREC : PUBACK).writeByte(2).writeShort(packetId);
    }

    /** Returns the refusal of a message of QoS 1 or 2; MQTT 5 only. */
    static ByteBuf refusedAck(int qos, int packetId, int reasonCode, byte[] reasonString) {
        byte[] fields = {(byte) (packetId >> 8), (byte) packetId, (byte) reasonCode};
        return withReason(fields, qos == 2 ? PUBREC : PUBACK, reasonString, false);
    }

    /** Returns the PUBCOMP of a released identifier, which may be unknown [MQTT-3.7.2-1]. */
    static ByteBuf pubComp(MqttVersion version, int packetId, boolean isKnown) {
        return version == MqttVersion.MQTT_5 && !isKnown
                ? bytes(PUBCOMP, 3, packetId >> 8, packetId, PACKET_IDENTIFIER_NOT_FOUND)
                : bytes(PUBCOMP, 2, packetId >> 8, packetId);
    }

    static ByteBuf pingResp() {
        return bytes(PINGRESP, 0);
    }

    /** Returns the DISCONNECT of an MQTT 5 server. */
    static ByteBuf disconnect(CloseReason reason, byte[] reasonString) {
        return withReason(
                new byte[] {(byte) reason.disconnectCode()}, DISCONNECT, reasonString, false);
    }

    /**
     * Returns a reason string for a client of MQTT 5: cut to its greatest length, and empty if the client wants none or
     * its packets have no room for it [MQTT-3.4.2-2].
     */
    static byte[] reasonString(@Nullable String text, ClientLimits client) {
        if (text == null || !client.wantsReasons()) {
            return new byte[0];
        }
        byte[] utf8 =
                text.codePoints()
                        .map(c -> c >= ' ' && c <= '~' ? c : '?')
                        .limit(LONGEST_REASON)
                        .collect(
                                StringBuilder::new,
                                StringBuilder::appendCodePoint,
                                StringBuilder::append)
                        .toString()
                        .getBytes(StandardCharsets.US_ASCII);
        int longestPacket = utf8.length + 12;
        return longestPacket > client.maxPacketSize() ? new byte[0] : utf8;
    }

    /** @param alwaysProperties true for packets that have a length of properties even if there are none */
    private static ByteBuf withReason(
            byte[] fields, int type, byte[] reason, boolean alwaysProperties) {
        int properties = reason.length == 0 ? 0 : 3 + reason.length;
        boolean hasProperties = properties > 0 || alwaysProperties;
        int length = fields.length + (hasProperties ? 1 + properties : 0);
        ByteBuf packet = Unpooled.buffer(2 + length);
        packet.writeByte(type).writeByte(length).writeBytes(fields);
        if (hasProperties) {
            packet.writeByte(properties);
        }
        if (properties > 0) {
            packet.writeByte(REASON_STRING).writeShort(reason.length).writeBytes(reason);
        }
        return packet;
    }

    private static ByteBuf bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Unpooled.wrappedBuffer(bytes);
    }
}
