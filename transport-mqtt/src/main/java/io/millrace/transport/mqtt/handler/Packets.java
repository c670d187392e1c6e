// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.mqtt.session.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttVersion;
import org.jspecify.annotations.Nullable;

/** Encodes the packets of a few bytes by hand: the codec's objects for them take more memory than the packets. */
final class Packets {

    /** Length of a PUBACK without reason code. */
    static final int PUBACK_LENGTH = 4;

    private static final int CONNACK = 0x20;
    private static final int PUBACK = 0x40;
    private static final int PUBCOMP = 0x70;
    private static final int PINGRESP = 0xD0;
    private static final int DISCONNECT = 0xE0;
    private static final int PACKET_IDENTIFIER_NOT_FOUND = 0x92;

    private Packets() {}

    /** Returns a CONNACK that refuses a client, or null if its version has no code for the reason. */
    static @Nullable ByteBuf refusal(MqttVersion version, CloseReason reason) {
        if (version == MqttVersion.MQTT_5) {
            return bytes(CONNACK, 3, 0, reason.connAckCode(), 0);
        }
        return reason.returnCode().isPresent()
                ? bytes(CONNACK, 2, 0, reason.returnCode().getAsInt())
                : null;
    }

    /** Appends a PUBACK for success, which is the same in all versions. */
    static void writePubAck(ByteBuf to, int packetId) {
        to.writeByte(PUBACK).writeByte(2).writeShort(packetId);
    }

    /** Returns a PUBACK with a reason code; MQTT 5 only. */
    static ByteBuf pubAck(int packetId, int reasonCode) {
        return bytes(PUBACK, 3, packetId >> 8, packetId, reasonCode);
    }

    /** Returns a PUBCOMP for an unknown identifier; without QoS 2 every identifier is unknown. */
    static ByteBuf pubComp(MqttVersion version, int packetId) {
        return version == MqttVersion.MQTT_5
                ? bytes(PUBCOMP, 3, packetId >> 8, packetId, PACKET_IDENTIFIER_NOT_FOUND)
                : bytes(PUBCOMP, 2, packetId >> 8, packetId);
    }

    static ByteBuf pingResp() {
        return bytes(PINGRESP, 0);
    }

    /** Returns the DISCONNECT of an MQTT 5 server. */
    static ByteBuf disconnect(CloseReason reason) {
        return bytes(DISCONNECT, 1, reason.disconnectCode());
    }

    private static ByteBuf bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Unpooled.wrappedBuffer(bytes);
    }
}
