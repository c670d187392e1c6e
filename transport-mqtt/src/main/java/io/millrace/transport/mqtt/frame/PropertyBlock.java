// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.malformed;
import static io.millrace.transport.mqtt.frame.ProtocolViolation.protocolError;
import static io.netty.handler.codec.mqtt.MqttProperties.*;

import io.millrace.transport.mqtt.client.CloseReason;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks the property block of an MQTT 5 packet: the block ends inside the packet, each property is allowed there,
 * occurs once and has a valid value [MQTT-2.2.2.2]. Sets of properties are bit masks by identifier.
 */
final class PropertyBlock {

    static final long CONNECT =
            setOf(
                    SESSION_EXPIRY_INTERVAL,
                    RECEIVE_MAXIMUM,
                    MAXIMUM_PACKET_SIZE,
                    TOPIC_ALIAS_MAXIMUM,
                    REQUEST_RESPONSE_INFORMATION,
                    REQUEST_PROBLEM_INFORMATION,
                    USER_PROPERTY,
                    AUTHENTICATION_METHOD,
                    AUTHENTICATION_DATA);
    static final long WILL =
            setOf(
                    WILL_DELAY_INTERVAL,
                    PAYLOAD_FORMAT_INDICATOR,
                    PUBLICATION_EXPIRY_INTERVAL,
                    CONTENT_TYPE,
                    RESPONSE_TOPIC,
                    CORRELATION_DATA,
                    USER_PROPERTY);
    static final long PUBLISH =
            setOf(
                    PAYLOAD_FORMAT_INDICATOR,
                    PUBLICATION_EXPIRY_INTERVAL,
                    TOPIC_ALIAS,
                    RESPONSE_TOPIC,
                    CORRELATION_DATA,
                    USER_PROPERTY,
                    CONTENT_TYPE);
    static final long ACK = setOf(REASON_STRING, USER_PROPERTY);
    static final long SUBSCRIBE = setOf(SUBSCRIPTION_IDENTIFIER, USER_PROPERTY);
    static final long UNSUBSCRIBE = setOf(USER_PROPERTY);
    static final long DISCONNECT = setOf(SESSION_EXPIRY_INTERVAL, REASON_STRING, USER_PROPERTY);
    static final long AUTH =
            setOf(AUTHENTICATION_METHOD, AUTHENTICATION_DATA, REASON_STRING, USER_PROPERTY);

    private static final int MAX_USER_PROPERTIES = 16;
    private static final int MAX_USER_PROPERTY_BYTES = 4096;

    private static final int HIGHEST = SHARED_SUBSCRIPTION_AVAILABLE;

    private PropertyBlock() {}

    /** Checks the block at the reader's position, skips it, and returns the set of properties that it contains. */
    static long check(PacketReader reader, long allowed) {
        int length = reader.readVarInt();
        if (length > reader.remaining()) {
            throw malformed("a property block extends past the end of its packet");
        }
        int rest = reader.remaining() - length;
        long seen = 0;
        while (reader.remaining() > rest) {
            int id = reader.readVarInt();
            expectAllowed(id, allowed, seen);
            seen |= 1L << id;
            checkValue(reader, id);
        }
        if (reader.remaining() < rest) {
            throw malformed("a property extends past the end of its block");
        }
        return seen;
    }

    /**
     * The values of a block that this server uses.
     *
     * @param topicAlias -1 if the block has none
     * @param userProperties of properties with one name the last one
     */
    record Values(int topicAlias, Map<String, String> userProperties) {}

    /**
     * Reads the values of a block that was checked before, and leaves the reader behind it.
     *
     * @param start index at which the block begins
     */
    static Values values(PacketReader reader, int start) {
        int behind = reader.index();
        reader.moveTo(start);
        int end = reader.readVarInt() + reader.index();
        int alias = -1;
        Map<String, String> userProperties = new LinkedHashMap<>();
        int bytes = 0;
        while (reader.index() < end) {
            int id = reader.readVarInt();
            if (id == TOPIC_ALIAS) {
                alias = reader.readShort();
            } else if (id == USER_PROPERTY) {
                int from = reader.index();
                userProperties.put(reader.readString(), reader.readString());
                bytes += reader.index() - from;
            } else {
                checkValue(reader, id);
            }
        }
        reader.moveTo(behind);
        if (userProperties.size() > MAX_USER_PROPERTIES || bytes > MAX_USER_PROPERTY_BYTES) {
            throw new ProtocolViolation(
                    CloseReason.QUOTA_EXCEEDED,
                    "%d user properties of %d bytes, allowed are %d of %d"
                            .formatted(
                                    userProperties.size(),
                                    bytes,
                                    MAX_USER_PROPERTIES,
                                    MAX_USER_PROPERTY_BYTES));
        }
        return new Values(alias, userProperties);
    }

    static boolean contains(long properties, int id) {
        return (properties & (1L << id)) != 0;
    }

    private static void expectAllowed(int id, long allowed, long seen) {
        if (id > HIGHEST || !contains(allowed, id)) {
            if (id == SUBSCRIPTION_IDENTIFIER && allowed == PUBLISH) {
                throw protocolError(
                        "a client publishes with a subscription identifier"); // [MQTT-3.3.4-6]
            }
            throw malformed("property %d is not allowed in this packet".formatted(id));
        }
        if (id != USER_PROPERTY && contains(seen, id)) {
            throw protocolError("property %d occurs twice".formatted(id));
        }
    }

    private static void checkValue(PacketReader reader, int id) {
        switch (id) {
            case PAYLOAD_FORMAT_INDICATOR,
                    REQUEST_PROBLEM_INFORMATION,
                    REQUEST_RESPONSE_INFORMATION -> {
                if (reader.readByte() > 1) {
                    throw protocolError("property %d is neither 0 nor 1".formatted(id));
                }
            }
            case RECEIVE_MAXIMUM -> expectPositive(id, reader.readShort());
            case MAXIMUM_PACKET_SIZE -> expectPositive(id, reader.readInt());
            case TOPIC_ALIAS, TOPIC_ALIAS_MAXIMUM -> reader.skip(2);
            case SESSION_EXPIRY_INTERVAL, WILL_DELAY_INTERVAL, PUBLICATION_EXPIRY_INTERVAL ->
                    reader.skip(4);
            case SUBSCRIPTION_IDENTIFIER -> expectPositive(id, reader.readVarInt());
            case CORRELATION_DATA, AUTHENTICATION_DATA -> reader.skipBinary();
            case RESPONSE_TOPIC -> {
                if (hasWildcard(reader.readString())) {
                    throw protocolError("a response topic with a wildcard"); // [MQTT-3.3.2-14]
                }
            }
            case USER_PROPERTY -> {
                reader.skipString();
                reader.skipString();
            }
            default -> reader.skipString();
        }
    }

    static boolean hasWildcard(String topic) {
        return topic.indexOf('+') >= 0 || topic.indexOf('#') >= 0;
    }

    private static void expectPositive(int id, long value) {
        if (value == 0) {
            throw protocolError("property %d is 0".formatted(id));
        }
    }

    private static long setOf(int... ids) {
        long set = 0;
        for (int id : ids) {
            set |= 1L << id;
        }
        return set;
    }
}
