// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.packet;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of QoS 2 from the client, over a real socket. */
@ExtendWith(Leaks.class)
class QosTwoTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    /** v3.1.1:MQTT-4.3.3-2, v5:MQTT-4.3.3-8 to -13, v5:MQTT-3.2.2-9 */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void pubRecWaitsUntilTheMessageIsSafeAndPubCompFollowsPubRel(int level) {
        try (RawClient client = server.connected(level)) {
            client.send(publish(level, 2, 3, TELEMETRY, "{\"a\":1}"));
            server.queue().awaitSize(1);
            client.expectPong();

            server.queue().safe(0);

            client.expect("50020003");
            client.send(hex("62020003")).expect("70020003");
        }
    }

    /** v3.1.1:MQTT-4.3.3-2, v5:MQTT-4.3.3-10: a repeated message is not processed again before it was released. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void aRepeatedMessageIsProcessedOnce(int level) {
        byte[] repeated =
                packet(0x3C)
                        .text(TELEMETRY)
                        .u16(3)
                        .properties(level, "")
                        .raw("{\"a\":1}".getBytes(StandardCharsets.UTF_8))
                        .bytes();
        try (RawClient client = server.connected(level)) {
            client.send(publish(level, 2, 3, TELEMETRY, "{\"a\":1}"));
            server.queue().awaitSize(1);
            client.send(repeated).expectPong();
            server.queue().safe(0);
            client.expect("50020003");
            client.send(repeated).expect("50020003");
            assertThat(server.queue().size()).isEqualTo(1);

            client.send(hex("62020003")).expect("70020003");
            client.send(hex("62020003")).expect(level == 5 ? "7003000392" : "70020003");
            client.send(publish(level, 2, 3, TELEMETRY, "{\"a\":2}"));
            server.queue().awaitSize(2);
            server.queue().safe(1);
            client.expect("50020003");
        }
    }

    /** v5:MQTT-3.3.4-7: a message of QoS 2 counts until it is complete. */
    @Test
    void unreleasedMessagesCountForTheReceiveMaximum() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(5)) {
            for (int id = 1; id <= 64; id++) {
                client.send(publish(5, 2, id, TELEMETRY, "{}")).expect("5002%04x".formatted(id));
            }
            client.send(hex("62020001")).expect("70020001");
            client.send(publish(5, 2, 65, TELEMETRY, "{}")).expect("50020041");

            client.send(publish(5, 1, 66, TELEMETRY, "{}")).expect("e00193").expectClosed();
        }
    }

    /** v5:MQTT-4.3.3-9: an identifier is free after an error. */
    @Test
    void aRefusedMessageLeavesItsIdentifierFree() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 2, 3, TELEMETRY, "{")).expectReason("50 0003", 0x99);
            client.send(publish(5, 2, 3, TELEMETRY, "{}")).expect("50020003");
        }
        assertThat(server.queue().size()).isEqualTo(1);
    }
}
