// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.disconnect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static io.millrace.transport.mqtt.testkit.PacketBytes.subscribe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.mqtt.client.SessionStore.StoredMessage;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that outlast their connections, over a real socket. */
@ExtendWith(Leaks.class)
class StoredSessionTest {

    private static final String ATTRIBUTES = "v1/devices/me/attributes";
    private static final String HOUR = "1100000e10";

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private static PacketBytes.Connect lasting(int level) {
        PacketBytes.Connect connect = connect(level).flags(0).userName("token-1");
        return level == 5 ? connect.properties(HOUR) : connect;
    }

    private RawClient connected(byte[] connect, boolean sessionPresent) {
        RawClient client = server.rawClient();
        client.send(connect);
        assertThat(client.expectType(0x20).substring(4, 8))
                .isEqualTo(sessionPresent ? "0100" : "0000");
        return client;
    }

    private DeviceConnection connection() {
        return server.connections().of(Devices.device(1).device()).getLast();
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String hex) {
        return new String(hex(hex), StandardCharsets.UTF_8);
    }

    private void awaitDisconnected() {
        await().until(() -> server.connections().devices().isEmpty());
    }

    /** v3.1.1:MQTT-3.1.2-4, v3.1.1:MQTT-3.2.2-2, v5:MQTT-3.1.2-5, v5:MQTT-3.2.2-3, v5:MQTT-4.4.0-1 */
    @ParameterizedTest
    @CsvSource({"4, 4", "5, 5", "4, 5"})
    void subscriptionsAndUnacknowledgedMessagesOutlastTheConnection(int first, int second) {
        try (RawClient client = connected(lasting(first).bytes(), false)) {
            client.send(subscribe(first, 1, 1, ATTRIBUTES)).expectType(0x90);
            var end = connection().attributes(json("{\"target\":1}"));
            assertThat(text(client.expectType(0x32))).contains("{\"target\":1}");
            client.close();
            assertThat(end.toCompletableFuture().join()).isEqualTo(Delivery.DELIVERED);
        }
        awaitDisconnected();

        try (RawClient client = connected(lasting(second).bytes(), true)) {
            assertThat(text(client.expectType(0x3A))).contains("{\"target\":1}");
            client.send(hex("40020001")).expectPong();
            await().until(() -> connection().receives(DeviceConnection.Downlink.ATTRIBUTES));
            var end = connection().attributes(json("{\"target\":2}"));
            assertThat(text(client.expectType(0x32))).contains("{\"target\":2}");
            client.send(hex("40020001"));
            assertThat(end.toCompletableFuture().join()).isEqualTo(Delivery.DELIVERED);
        }
    }

    @Test
    void aMessageThatIsKeptWhileTheClientConnectsIsDeliveredBeforeLaterOnes() {
        try (RawClient client = connected(lasting(5).bytes(), false)) {
            client.send(subscribe(5, 1, 1, ATTRIBUTES)).expectType(0x90);
        }
        awaitDisconnected();
        server.stored(1)
                .keepMeanwhile(new StoredMessage(0, ATTRIBUTES, json("{\"target\":1}"), null));

        try (RawClient client = connected(lasting(5).bytes(), true)) {
            await().until(() -> connection().receives(DeviceConnection.Downlink.ATTRIBUTES));
            var _ = connection().attributes(json("{\"target\":2}"));
            assertThat(text(client.expectType(0x32))).contains("{\"target\":1}");
            assertThat(text(client.expectType(0x32))).contains("{\"target\":2}");
        }
    }

    /** v3.1.1:MQTT-3.1.2-6, v5:MQTT-3.1.2-4 */
    @ParameterizedTest
    @CsvSource({"4", "5"})
    void aCleanStartEndsTheFormerSession(int level) {
        try (RawClient client = connected(lasting(level).bytes(), false)) {
            client.send(subscribe(level, 1, 1, ATTRIBUTES)).expectType(0x90);
        }
        awaitDisconnected();
        try (RawClient client = connected(connect(level).userName("token-1").bytes(), false)) {
            assertThat(connection().receives(DeviceConnection.Downlink.ATTRIBUTES)).isFalse();
            client.expectPong();
        }
        awaitDisconnected();
        connected(lasting(level).bytes(), false).close();
    }

    /** v5:MQTT-3.2.2.3.2 of the specification: a longer expiry than the server grants is announced. */
    @Test
    void theExpiryThatIsGrantedIsAnnounced() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties("11ffffffff").bytes());
            assertThat(client.expectType(0x20)).contains("1100015180");
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties(HOUR).bytes());
            assertThat(client.expectType(0x20)).doesNotContain("1100000e10");
        }
    }

    /** v5:MQTT-3.14.2-2 of the specification */
    @Test
    void disconnectMayEndTheSessionButNotBeginOne() {
        try (RawClient client = connected(lasting(5).bytes(), false)) {
            client.send(subscribe(5, 1, 1, ATTRIBUTES)).expectType(0x90);
            assertThat(server.stored(1).of("c")).isNotNull();
            client.send(hex("e007 00 05 1100000000")).expectClosed();
        }
        await().until(() -> server.stored(1).of("c") == null);
        try (RawClient client = server.connected(5)) {
            client.send(hex("e007 00 05 1100000e10")).expect("e00182").expectClosed();
        }
    }

    /** v5:MQTT-4.3.3-10, across connections */
    @ParameterizedTest
    @CsvSource({"4", "5"})
    void aMessageOfQosTwoIsProcessedOnceAcrossConnections(int level) {
        server.queue().safeAtOnce();
        byte[] message = publish(level, 2, 7, "v2/t", "{\"a\":1}");
        try (RawClient client = connected(lasting(level).bytes(), false)) {
            client.send(message).expect("50020007");
        }
        awaitDisconnected();
        try (RawClient client = connected(lasting(level).bytes(), true)) {
            client.send(message).expect("50020007");
            client.send(hex("62020007")).expect("70020007");
        }
        assertThat(server.queue().size()).isEqualTo(1);
    }

    /** v5:MQTT-3.1.4-3: the session moves from the connection that is taken over to the new one. */
    @Test
    void aConnectionThatTakesOverFindsTheSessionOfTheFormerOne() {
        try (RawClient first = connected(lasting(5).bytes(), false)) {
            first.send(subscribe(5, 1, 1, ATTRIBUTES)).expectType(0x90);
            var _ = connection().attributes(json("{\"target\":1}"));
            first.expectType(0x32);

            try (RawClient second = connected(lasting(5).bytes(), true)) {
                assertThat(text(second.expectType(0x3A))).contains("{\"target\":1}");
                first.expect("e0018e").expectClosed();
                second.send(disconnect()).expectClosed();
            }
        }
    }

    /** v5:MQTT-3.1.4-3: also if the connection in between never opened. */
    @Test
    void aConnectionWaitsForAllFormerOnesOfItsClient() {
        Runnable allowSaving = server.stored(1).holdSaving();
        try (RawClient first = connected(lasting(5).bytes(), false);
                RawClient second = server.rawClient();
                RawClient third = server.rawClient()) {
            second.send(lasting(5).bytes());
            first.expect("e0018e").expectClosed();
            third.send(lasting(5).bytes());
            second.expectReason("20 00", 0x8E);

            allowSaving.run();

            assertThat(third.expectType(0x20).substring(4, 8)).isEqualTo("0100");
            third.expectPong();
        }
    }

    /** v3.1.1:MQTT-3.2.2-2, v5:MQTT-3.2.2-3: also if it comes back while its session is being stored. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void aClientThatComesBackAtOnceFindsItsSession(int level) {
        Runnable allowSaving = server.stored(1).holdSaving();
        try (RawClient first = connected(lasting(level).bytes(), false)) {
            first.send(disconnect()).expectClosed();
        }
        try (RawClient second = server.rawClient();
                RawClient other = server.connected(4, "token-2")) {
            second.send(lasting(level).bytes());
            other.expectPong();

            allowSaving.run();

            assertThat(second.expectType(0x20).substring(4, 8)).isEqualTo("0100");
        }
    }

    @Test
    void aSessionThatHasExpiredIsNew() {
        connected(lasting(5).bytes(), false).close();
        awaitDisconnected();
        await().until(() -> server.stored(1).of("c") != null);
        server.stored(1).expire();
        connected(lasting(5).bytes(), false).close();
    }
}
