// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import java.util.OptionalInt;

/**
 * Why a connection ends or is refused, with the reason codes for the client. MQTT 5 has a code for each; the older
 * versions have a few return codes in CONNACK, and otherwise the connection is closed without a reason.
 */
public enum CloseReason {
    /** The client sent DISCONNECT. */
    CLIENT_DISCONNECTED(0x00),
    /** The client sent DISCONNECT with an error, or so that its will is published. */
    CLIENT_DISCONNECTED_WITH_WILL(0x04),
    /** The network connection is lost, so the client cannot be notified. */
    CONNECTION_LOST(0x80),
    /** No CONNECT came in time. */
    CONNECT_TIMEOUT(0x80),
    MALFORMED_PACKET(0x81),
    PROTOCOL_ERROR(0x82),
    INTERNAL_ERROR(0x83, 3),
    /** The rest of a packet did not come in time. */
    HALF_PACKET(0x83),
    UNSUPPORTED_PROTOCOL_VERSION(0x84, 1),
    CLIENT_IDENTIFIER_NOT_VALID(0x85, 2),
    BAD_USER_NAME_OR_PASSWORD(0x86, 5),
    NOT_AUTHORIZED(0x87, 5),
    SERVER_UNAVAILABLE(0x88, 3),
    SERVER_SHUTTING_DOWN(0x8B, 3),
    BAD_AUTHENTICATION_METHOD(0x8C),
    KEEP_ALIVE_TIMEOUT(0x8D),
    SESSION_TAKEN_OVER(0x8E),
    TOPIC_NAME_INVALID(0x90),
    RECEIVE_MAXIMUM_EXCEEDED(0x93),
    TOPIC_ALIAS_INVALID(0x94),
    PACKET_TOO_LARGE(0x95),
    /** A rate limit of the device or its tenant is used up. */
    MESSAGE_RATE_TOO_HIGH(0x96),
    /** There is no room for the client's messages, or the client does not read its own. */
    QUOTA_EXCEEDED(0x97),
    /** The device was deleted, or its credentials were changed. */
    ADMINISTRATIVE_ACTION(0x98),
    PAYLOAD_FORMAT_INVALID(0x99),
    RETAIN_NOT_SUPPORTED(0x9A),
    QOS_NOT_SUPPORTED(0x9B),
    /** Too many wrong credentials came from the client's address. */
    CONNECTION_RATE_EXCEEDED(0x9F, 3),
    SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED(0xA1);

    private static final int NONE = -1;

    private final int code;
    private final int returnCode;

    CloseReason(int code) {
        this(code, NONE);
    }

    CloseReason(int code, int returnCode) {
        this.code = code;
        this.returnCode = returnCode;
    }

    /** Reason code of an MQTT 5 DISCONNECT. */
    public int disconnectCode() {
        return code;
    }

    /** Reason code of an MQTT 5 CONNACK, which has no "server shutting down". */
    public int connAckCode() {
        return this == SERVER_SHUTTING_DOWN ? SERVER_UNAVAILABLE.code : code;
    }

    /** Return code of a CONNACK in MQTT 3.1 and 3.1.1; empty if these versions just close the connection. */
    public OptionalInt returnCode() {
        return returnCode == NONE ? OptionalInt.empty() : OptionalInt.of(returnCode);
    }

    /** True if the client's will is published: the connection is lost, or the server ends it because of an error. */
    public boolean causesWill() {
        return switch (this) {
            case CLIENT_DISCONNECTED, SERVER_SHUTTING_DOWN -> false;
            default -> true;
        };
    }

    /** True if the client can still receive a packet. */
    public boolean canBeTold() {
        return switch (this) {
            case CLIENT_DISCONNECTED,
                    CLIENT_DISCONNECTED_WITH_WILL,
                    CONNECTION_LOST,
                    CONNECT_TIMEOUT ->
                    false;
            default -> true;
        };
    }
}
