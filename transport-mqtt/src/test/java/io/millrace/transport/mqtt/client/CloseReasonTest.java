// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CloseReasonTest {

    private static final Set<Integer> CONNACK_CODES =
            Set.of(
                    0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8C, 0x90,
                    0x95, 0x97, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9F);

    /** The reasons for which a client may be refused: DISCONNECT code, CONNACK code, return code (-1: none). */
    @ParameterizedTest
    @CsvSource({
        "UNSUPPORTED_PROTOCOL_VERSION, 0x84, 1",
        "MALFORMED_PACKET, 0x81, -1",
        "PROTOCOL_ERROR, 0x82, -1",
        "CLIENT_IDENTIFIER_NOT_VALID, 0x85, 2",
        "BAD_USER_NAME_OR_PASSWORD, 0x86, 5",
        "NOT_AUTHORIZED, 0x87, 5",
        "SERVER_UNAVAILABLE, 0x88, 3",
        "SERVER_SHUTTING_DOWN, 0x88, 3",
        "INTERNAL_ERROR, 0x83, 3",
        "BAD_AUTHENTICATION_METHOD, 0x8C, -1",
        "PACKET_TOO_LARGE, 0x95, -1",
        "HALF_PACKET, 0x83, -1",
        "CONNECTION_RATE_EXCEEDED, 0x9F, 3",
    })
    void aRefusedClientIsToldWhy(CloseReason reason, String connAck, int returnCode) {
        assertThat(reason.connAckCode()).isEqualTo(Integer.decode(connAck)).isIn(CONNACK_CODES);
        assertThat(reason.returnCode().orElse(-1)).isEqualTo(returnCode);
        assertThat(reason.canBeTold()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "MALFORMED_PACKET, 0x81",
        "PROTOCOL_ERROR, 0x82",
        "INTERNAL_ERROR, 0x83",
        "SERVER_SHUTTING_DOWN, 0x8B",
        "KEEP_ALIVE_TIMEOUT, 0x8D",
        "SESSION_TAKEN_OVER, 0x8E",
        "RECEIVE_MAXIMUM_EXCEEDED, 0x93",
        "TOPIC_ALIAS_INVALID, 0x94",
        "PACKET_TOO_LARGE, 0x95",
        "QUOTA_EXCEEDED, 0x97",
        "ADMINISTRATIVE_ACTION, 0x98",
        "PAYLOAD_FORMAT_INVALID, 0x99",
        "RETAIN_NOT_SUPPORTED, 0x9A",
        "QOS_NOT_SUPPORTED, 0x9B",
        "TOPIC_NAME_INVALID, 0x90",
        "MESSAGE_RATE_TOO_HIGH, 0x96",
        "SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED, 0xA1",
    })
    void anOpenSessionOfMqtt5IsToldWhyItEnds(CloseReason reason, String code) {
        assertThat(reason.disconnectCode()).isEqualTo(Integer.decode(code));
        assertThat(reason.canBeTold()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "CLIENT_DISCONNECTED",
                "CLIENT_DISCONNECTED_WITH_WILL",
                "CONNECTION_LOST",
                "CONNECT_TIMEOUT"
            })
    void theClientCannotBeNotified(CloseReason reason) {
        assertThat(reason.canBeTold()).isFalse();
    }
}
