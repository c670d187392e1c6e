// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

/** Why a subscription is refused, with the reason code of MQTT 5. */
public enum SubscribeRefusal {
    UNSPECIFIED(0x80),
    NOT_AUTHORIZED(0x87),
    /** The filter is not well-formed, or nothing is ever published to it. */
    TOPIC_FILTER_INVALID(0x8F),
    /** The session has too many subscriptions. */
    QUOTA_EXCEEDED(0x97),
    SHARED_SUBSCRIPTIONS_NOT_SUPPORTED(0x9E);

    private final int code;

    SubscribeRefusal(int code) {
        this.code = code;
    }

    /** Reason code of SUBACK in MQTT 5; older versions have only 0x80. */
    public int code() {
        return code;
    }
}
