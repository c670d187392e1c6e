// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.packet;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.protocol.ConnectionSettings;
import io.millrace.transport.mqtt.protocol.InFlightLimit;
import io.millrace.transport.mqtt.protocol.Timeouts;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CONNECT and its answers, over a real socket. */
@ExtendWith(Leaks.class)
class ConnectTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";
    private static final Duration SOON = Duration.ofMillis(200);

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void anAccessTokenLetsADeviceInByMqtt3(int level) {
        try (RawClient client = server.rawClient()) {
            client.send(connect(level).userName("token-1").bytes()).expect("20020000").expectPong();
        }
    }

    /** v5:MQTT-3.2.2-9, v5:MQTT-3.2.2-15: the limits are announced. */
    @Test
    void anAccessTokenLetsADeviceInByMqtt5AndTellsItTheLimits() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").bytes());
            String connAck = client.expectType(0x20);
            assertThat(connAck).startsWith("2014000011").hasSize(2 * 22);
            for (String property :
                    new String[] {"210040", "2500", "2700010005", "220010", "2900", "2a00"}) {
                assertThat(connAck).contains(property);
            }
            client.expectPong();
        }
    }

    /** 1.2: which code for which wrong credentials. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "4, bad, -, c, 20020005",
                "4, bad, pw, c, 20020005",
                "4, -, -, c, 20020002",
                "4, -, -, ' ', 20020005",
                "4, -, -, '', 20020005",
                "5, bad, -, c, 2003008600",
                "5, bad, pw, c, 2003008600",
                "5, -, pw, c, 2003008600",
                "5, -, -, c, 2003008500",
                "5, -, -, '', 2003008700"
            })
    void wrongCredentialsAreRefusedByWhatWasGiven(
            int level, String user, String password, String id, String connAck) {
        PacketBytes.Connect connect = connect(level).clientId(id);
        if (user != null) {
            connect.userName(user);
        }
        if (password != null) {
            connect.password(password);
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect.bytes()).expect(connAck).expectClosed();
        }
        assertThat(server.sessions().events()).isEmpty();
    }

    /** v3.1.1:MQTT-3.1.4-5, v5:MQTT-3.1.4-6 */
    @ParameterizedTest
    @CsvSource({"4, 20020005", "5, 2003008600"})
    void nothingSentBehindARefusedConnectIsProcessed(int level, String connAck) {
        try (RawClient client = server.rawClient()) {
            client.send(
                            connect(level).userName("bad").bytes(),
                            publish(level, 1, 1, TELEMETRY, "{\"a\":1}"),
                            PacketBytes.pingreq())
                    .expect(connAck)
                    .expectClosed();
        }
        await().until(() -> server.metrics().open() == 0);
        assertThat(server.queue().messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void packetsRightBehindConnectAreProcessedAfterConnAck(int level) {
        server.queue().safeAtOnce();
        try (RawClient client = server.rawClient()) {
            client.send(
                    connect(level).userName("token-1").bytes(),
                    publish(level, 1, 1, TELEMETRY, "{\"a\":1}"),
                    publish(level, 1, 2, TELEMETRY, "{\"a\":2}"),
                    PacketBytes.pingreq());
            client.expectType(0x20);
            // acknowledgements come by way of another task, so the pong may overtake them
            assertThat(new String[] {client.next(), client.next(), client.next()})
                    .containsExactlyInAnyOrder("40020001", "40020002", "d000");
            client.expectPong();
        }
    }

    /** v3.1.1:MQTT-3.1.2-2, v5:MQTT-3.1.2-2 */
    @ParameterizedTest
    @CsvSource({"0, 20020001", "2, 20020001", "132, 20020001", "6, 20..0084.*", "127, 20..0084.*"})
    void anUnknownLevelIsToldSoInTheFormNextToIt(int level, String connAck) {
        byte[] packet = packet(0x10).text("MQTT").u8(level).u8(2).u16(60).text("c").bytes();
        try (RawClient client = server.rawClient()) {
            client.send(packet);
            assertThat(client.next()).matches(connAck).hasSizeLessThan(100);
            client.expectClosed();
        }
    }

    /** v3.1.1:MQTT-3.1.0-1, v5:MQTT-3.1.0-1 */
    @ParameterizedTest
    @ValueSource(strings = {"c000", "3003000174", "e000", "16030100010000"})
    void anythingBeforeConnectClosesWithoutAWord(String packet) {
        try (RawClient client = server.rawClient()) {
            client.send(hex(packet)).expectClosed();
        }
    }

    /** v3.1.1:MQTT-3.1.4-1, v5:MQTT-3.1.4-1 */
    @Test
    void aMalformedConnectIsToldSoInMqtt5Only() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).flag(0x01).bytes()).expectClosed();
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).flag(0x01).bytes()).expectReason("20 00", 0x81).expectClosed();
        }
    }

    /** v3.1.1:MQTT-3.1.0-2, v5:MQTT-3.1.0-2 */
    @Test
    void aSecondConnectIsAProtocolError() {
        try (RawClient client = server.connected(5)) {
            client.send(connect(5).userName("token-1").bytes())
                    .expectReason("e0", 0x82)
                    .expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            client.send(connect(4).userName("token-1").bytes()).expectClosed();
        }
    }

    /** v3.1.1:MQTT-3.1.3-8; v3.1.1:MQTT-3.1.3-6 */
    @Test
    void anEmptyClientIdNeedsACleanSessionInMqtt3() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).flags(0).clientId("").userName("token-1").bytes())
                    .expect("20020002")
                    .expectClosed();
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).clientId("").userName("token-1").bytes()).expect("20020000");
        }
    }

    /** v5:MQTT-3.1.3-6, v5:MQTT-3.1.3-7, v5:MQTT-3.2.2-16 */
    @Test
    void aClientWithoutAnIdIsToldTheOneThatItWasAssigned() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).clientId("").userName("token-1").bytes());
            String connAck = client.expectType(0x20);
            await().until(() -> !server.sessions().connections().isEmpty());
            String id = server.sessions().connections().getFirst().description().split(" ", -1)[1];
            assertThat(connAck)
                    .contains(
                            "12"
                                    + "0024"
                                    + HexFormat.of()
                                            .formatHex(id.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** v3.1.1:MQTT-3.1.3-5, v5:MQTT-3.1.3-5, v5:MQTT-3.1.3-8 */
    @Test
    void clientIdsMayHave1024Bytes() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).clientId("i".repeat(1024)).userName("token-1").bytes())
                    .expect("20020000");
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).clientId("i".repeat(1025)).userName("token-1").bytes())
                    .expect("20020002")
                    .expectClosed();
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).clientId("i".repeat(1025)).userName("token-1").bytes())
                    .expect("2003008500")
                    .expectClosed();
        }
    }

    @Test
    void clientIdsOfMqtt31Have1To23Characters() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(3).clientId("i".repeat(23)).userName("token-1").bytes())
                    .expect("20020000");
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect(3).clientId("i".repeat(24)).userName("token-1").bytes())
                    .expect("20020002")
                    .expectClosed();
        }
    }

    /** v5:MQTT-4.12.0-1 */
    @Test
    void enhancedAuthenticationIsRefused() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties("15000161").bytes())
                    .expect("2003008c00")
                    .expectClosed();
        }
        try (RawClient client = server.connected(5)) {
            client.send(hex("f00118")).expectReason("e0", 0x82).expectClosed();
        }
    }

    /** v3.1.1:MQTT-3.1.2-16; v5:MQTT-3.2.2-13: a retained will is taken in MQTT 3.1.1, where it cannot be refused alone. */
    @Test
    void aRetainedWillIsRefusedInMqtt5() {
        try (RawClient client = server.rawClient()) {
            client.send(
                            connect(4)
                                    .flag(0x2C)
                                    .tail(hex("0001 74 0001 78"))
                                    .userName("token-1")
                                    .bytes())
                    .expect("20020000");
        }
        try (RawClient client = server.rawClient()) {
            client.send(
                            connect(5)
                                    .flag(0x2C)
                                    .tail(hex("00 0001 74 0001 78"))
                                    .userName("token-1")
                                    .bytes())
                    .expect("2003009a00")
                    .expectClosed();
        }
    }

    /** v3.1.1:MQTT-3.2.2-1, v5:MQTT-3.2.2-2 */
    @Test
    void noSessionIsPresentForAClientThatWantsItsOldOne() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).flags(0).userName("token-1").bytes()).expect("20020000");
        }
    }

    /** v5:MQTT-3.2.2-21 */
    @ParameterizedTest
    @CsvSource({"0, true", "60, false", "3600, false", "3601, true", "65535, true"})
    void aKeepAliveThatIsTooLongIsClampedInMqtt5(int seconds, boolean clamped) {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").keepAlive(seconds).bytes());
            assertThat(client.expectType(0x20).contains("130e10")).isEqualTo(clamped);
        }
    }

    /** v5:MQTT-3.1.2-24 */
    @Test
    void aClientThatCannotTakeConnAckIsToldSo() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties("2700000010").bytes())
                    .expect("2003009500")
                    .expectClosed();
        }
    }

    @Test
    void anAuthenticatorThatFailsLeavesTheServerUnavailable() {
        try (TestServer broken =
                        TestServer.start(
                                MqttServerSettings.onPort(0),
                                _ ->
                                        CompletableFuture.failedFuture(
                                                new IllegalStateException("down")));
                RawClient old = broken.rawClient();
                RawClient client = broken.rawClient()) {
            old.send(connect(4).userName("token-1").bytes()).expect("20020003").expectClosed();
            client.send(connect(5).userName("token-1").bytes()).expect("2003008800").expectClosed();
        }
    }

    @Test
    void anAuthenticatorThatThrowsLeavesNoClientHanging() {
        try (TestServer broken =
                        TestServer.start(
                                MqttServerSettings.onPort(0),
                                _ -> {
                                    throw new IllegalStateException("broken");
                                });
                RawClient client = broken.rawClient()) {
            client.send(connect(5).userName("token-1").bytes()).expect("2003008300").expectClosed();
        }
    }

    @Test
    void anAuthenticatorThatDoesNotAnswerLeavesTheServerUnavailable() {
        CompletableFuture<AuthResult> never = new CompletableFuture<>();
        try (TestServer slow = TestServer.start(impatient(Timeouts.DEFAULT.connect()), _ -> never);
                RawClient client = slow.rawClient()) {
            client.send(connect(4).userName("token-1").bytes()).expect("20020003").expectClosed();
            never.complete(new Refused(Refusal.NOT_AUTHORIZED));
        }
    }

    /** v3.1.1:MQTT-3.1.0-1: silence is no CONNECT either. */
    @Test
    void aClientThatNeverConnectsIsClosed() {
        try (TestServer slow = TestServer.start(impatient(SOON));
                RawClient client = slow.rawClient()) {
            client.send(hex("10")).expectClosed();
            assertThat(slow.metrics().closed()).containsExactly(CloseReason.CONNECT_TIMEOUT);
        }
    }

    /** @param connect time for the packet CONNECT */
    private static MqttServerSettings impatient(Duration connect) {
        return MqttServerSettings.onPort(0)
                .withConnection(
                        new ConnectionSettings(
                                1024,
                                InFlightLimit.DEFAULT,
                                0,
                                SOON,
                                new Timeouts(connect, SOON, SOON, SOON, SOON, SOON)));
    }
}
