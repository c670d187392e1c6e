// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

/** Why a message of a client is refused, with the reason for the client. */
public enum PublishRefusal {
    /** The topic has no meaning, or its feature does not exist. */
    UNKNOWN_TOPIC(CloseReason.TOPIC_NAME_INVALID),
    /** The topic has a meaning, but not for this client. */
    NOT_ALLOWED(CloseReason.NOT_AUTHORIZED),
    MALFORMED_PAYLOAD(CloseReason.PAYLOAD_FORMAT_INVALID),
    /** A rate limit is used up. */
    RATE_LIMITED(CloseReason.MESSAGE_RATE_TOO_HIGH),
    /** A number of something else is used up, such as the tenant's devices or the session's open requests. */
    QUOTA_EXCEEDED(CloseReason.QUOTA_EXCEEDED),
    /** The request is valid, but the application refuses it. */
    REJECTED(CloseReason.INTERNAL_ERROR),
    /** The server is stopping. */
    QUEUE_CLOSED(CloseReason.SERVER_SHUTTING_DOWN);

    private static final int QUOTA = 0x97;

    private final CloseReason reason;

    PublishRefusal(CloseReason reason) {
        this.reason = reason;
    }

    /** The reason with which the connection ends if the message cannot be refused alone. */
    public CloseReason closeReason() {
        return reason;
    }

    /** Reason code of PUBACK and PUBREC in MQTT 5, which have no code for a rate. */
    public int ackCode() {
        return this == RATE_LIMITED ? QUOTA : reason.disconnectCode();
    }
}
