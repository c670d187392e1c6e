// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.malformed;
import static io.millrace.transport.mqtt.frame.ProtocolViolation.protocolError;

import io.millrace.transport.mqtt.client.CloseReason;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.Set;

/** Checks every packet except CONNECT and PUBLISH before the codec sees it. */
final class ControlPacketCheck {

    private static final Set<Integer> PUBACK_CODES =
            Set.of(0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99);
    private static final Set<Integer> PUBREL_CODES = Set.of(0x00, 0x92);
    private static final Set<Integer> DISCONNECT_CODES =
            Set.of(
                    0x00, 0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98,
                    0x99);
    private static final Set<Integer> AUTH_CODES = Set.of(0x18, 0x19);

    private ControlPacketCheck() {}

    static void check(PacketReader reader, MqttMessageType type, int flags, MqttVersion version) {
        boolean isVersion5 = version == MqttVersion.MQTT_5;
        checkFlags(type, flags);
        switch (type) {
            case PUBACK, PUBREC -> checkAck(reader, PUBACK_CODES, isVersion5);
            case PUBREL, PUBCOMP -> checkAck(reader, PUBREL_CODES, isVersion5);
            case SUBSCRIBE -> checkSubscribe(reader, isVersion5);
            case UNSUBSCRIBE -> checkUnsubscribe(reader, isVersion5);
            case PINGREQ -> reader.expectEnd();
            case DISCONNECT -> {
                if (isVersion5) {
                    checkReason(reader, DISCONNECT_CODES, PropertyBlock.DISCONNECT);
                }
                reader.expectEnd();
            }
            case AUTH -> {
                if (!isVersion5) {
                    throw malformed("AUTH is not part of this version");
                }
                checkReason(reader, AUTH_CODES, PropertyBlock.AUTH);
                reader.expectEnd();
            }
            default -> throw protocolError(type + " may be sent by servers only");
        }
    }

    private static void checkFlags(MqttMessageType type, int flags) {
        int expected =
                switch (type) {
                    case PUBREL, SUBSCRIBE, UNSUBSCRIBE -> 2;
                    default -> 0;
                };
        if (flags != expected) {
            throw malformed(
                    "fixed header flags 0x%x of %s".formatted(flags, type)); // [MQTT-2.1.3-1]
        }
    }

    private static void checkAck(PacketReader reader, Set<Integer> codes, boolean isVersion5) {
        reader.readPacketId();
        if (isVersion5) {
            checkReason(reader, codes, PropertyBlock.ACK);
        }
        reader.expectEnd();
    }

    /** Checks the reason code and the properties after it; both may be absent. */
    private static void checkReason(PacketReader reader, Set<Integer> codes, long properties) {
        if (reader.remaining() == 0) {
            return;
        }
        int code = reader.readByte();
        if (!codes.contains(code)) {
            throw malformed("reason code 0x%02x".formatted(code));
        }
        if (reader.remaining() > 0) {
            PropertyBlock.check(reader, properties);
        }
    }

    private static void checkSubscribe(PacketReader reader, boolean isVersion5) {
        reader.readPacketId();
        if (isVersion5
                && PropertyBlock.contains(
                        PropertyBlock.check(reader, PropertyBlock.SUBSCRIBE),
                        MqttProperties.SUBSCRIPTION_IDENTIFIER)) {
            throw new ProtocolViolation(
                    CloseReason.SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED,
                    "a subscription identifier");
        }
        expectFilters(reader);
        while (reader.remaining() > 0) {
            skipFilter(reader);
            checkOptions(reader.readByte(), isVersion5);
        }
    }

    private static void checkOptions(int options, boolean isVersion5) {
        int reserved = isVersion5 ? 0xC0 : 0xFC;
        boolean badRetainHandling = isVersion5 && (options & 0x30) == 0x30;
        if ((options & reserved) != 0 || (options & 3) == 3 || badRetainHandling) {
            throw malformed("subscription options 0x%02x".formatted(options)); // [MQTT-3.8.3-5]
        }
    }

    private static void checkUnsubscribe(PacketReader reader, boolean isVersion5) {
        reader.readPacketId();
        if (isVersion5) {
            PropertyBlock.check(reader, PropertyBlock.UNSUBSCRIBE);
        }
        expectFilters(reader);
        while (reader.remaining() > 0) {
            skipFilter(reader);
        }
    }

    private static void expectFilters(PacketReader reader) {
        if (reader.remaining() == 0) {
            throw protocolError("no topic filter"); // [MQTT-3.8.3-2], [MQTT-3.10.3-2]
        }
    }

    private static void skipFilter(PacketReader reader) {
        if (reader.skipString() == 0) {
            throw malformed("an empty topic filter"); // [MQTT-4.7.3-1]
        }
    }
}
