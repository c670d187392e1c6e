// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.malformed;
import static io.millrace.transport.mqtt.frame.ProtocolViolation.protocolError;

import io.millrace.transport.mqtt.client.CloseReason;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.Attribute;

/** Checks a CONNECT packet before the codec sees it. */
final class ConnectCheck {

    /** Brokers set this bit of the level when they connect to each other as a bridge. */
    private static final int BRIDGE = 0x80;

    private static final int RESERVED = 0x01;
    private static final int WILL = 0x04;
    private static final int WILL_RETAIN = 0x20;
    private static final int PASSWORD = 0x40;
    private static final int USER_NAME = 0x80;

    private ConnectCheck() {}

    /**
     * Reads the protocol name and level, with which each CONNECT begins.
     *
     * @param answerIn set to the version in which to answer, even if the level is not supported
     */
    static MqttVersion readVersion(PacketReader reader, Attribute<MqttVersion> answerIn) {
        String name = reader.readString();
        int level = reader.readByte();
        for (MqttVersion version : MqttVersion.values()) {
            if (version.protocolName().equals(name) && version.protocolLevel() == level) {
                answerIn.set(version);
                return version;
            }
        }
        if (name.equals(MqttVersion.MQTT_5.protocolName())
                || name.equals(MqttVersion.MQTT_3_1.protocolName())) {
            answerIn.set(
                    (level & ~BRIDGE) > MqttVersion.MQTT_5.protocolLevel()
                            ? MqttVersion.MQTT_5
                            : MqttVersion.MQTT_3_1_1);
            throw new ProtocolViolation(
                    CloseReason.UNSUPPORTED_PROTOCOL_VERSION, "protocol level " + level);
        }
        throw malformed("the protocol name is not MQTT"); // [MQTT-3.1.2-1]
    }

    /** Checks the part of the packet after the level. */
    static void check(PacketReader reader, MqttVersion version) {
        int flags = reader.readByte();
        checkFlags(flags, version);
        reader.skip(2);
        boolean isVersion5 = version == MqttVersion.MQTT_5;
        if (isVersion5) {
            checkProperties(PropertyBlock.check(reader, PropertyBlock.CONNECT));
        }
        reader.skipString();
        if ((flags & WILL) != 0) {
            if (isVersion5) {
                PropertyBlock.check(reader, PropertyBlock.WILL);
            }
            reader.skipString();
            reader.skipBinary();
        }
        if ((flags & USER_NAME) != 0) {
            reader.skipString();
        }
        if ((flags & PASSWORD) != 0) {
            reader.skipBinary();
        }
        reader.expectEnd();
    }

    private static void checkFlags(int flags, MqttVersion version) {
        int willQos = (flags >> 3) & 3;
        if ((flags & RESERVED) != 0) {
            throw malformed("the reserved connect flag is set"); // [MQTT-3.1.2-3]
        }
        if (willQos == 3) {
            throw malformed("a will of QoS 3"); // [MQTT-3.1.2-12]
        }
        if ((flags & WILL) == 0 && (willQos != 0 || (flags & WILL_RETAIN) != 0)) {
            throw malformed("will QoS or will retain without a will"); // [MQTT-3.1.2-11], -13
        }
        if ((flags & PASSWORD) != 0 && (flags & USER_NAME) == 0 && version != MqttVersion.MQTT_5) {
            throw malformed("a password without a user name"); // MQTT 3.1.1: [MQTT-3.1.2-22]
        }
    }

    private static void checkProperties(long properties) {
        if (PropertyBlock.contains(properties, MqttProperties.AUTHENTICATION_DATA)
                && !PropertyBlock.contains(properties, MqttProperties.AUTHENTICATION_METHOD)) {
            throw protocolError("authentication data without a method");
        }
    }
}
