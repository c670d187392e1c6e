// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.protocol.ConnectionSettings;
import io.millrace.transport.mqtt.protocol.InFlightLimit;
import io.millrace.transport.mqtt.protocol.Timeouts;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Open sessions and their ends, over a real socket. */
@ExtendWith(Leaks.class)
class SessionTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";

    /** Of activity. */
    private static final Duration PERIOD = Duration.ofMillis(300);

    private final TestServer server =
            TestServer.start(
                    MqttServerSettings.onPort(0)
                            .withConnection(
                                    new ConnectionSettings(
                                            64 * 1024,
                                            InFlightLimit.DEFAULT,
                                            16,
                                            PERIOD,
                                            Timeouts.DEFAULT)));

    @AfterEach
    void stop() {
        server.close();
    }

    /** v5:MQTT-3.1.4-3: the key is the device, not the client id. */
    @Test
    void theNewestConnectionOfADeviceTakesOver() {
        try (RawClient first = server.connected(5);
                RawClient second = server.connected(4)) {
            first.expect("e0018e").expectClosed();
            second.expectPong();
            try (RawClient third = server.connected(5)) {
                second.expectClosed();
                third.expectPong();
                // Each connection reports its end from its own event loop, so that only this
                // puts the end of the second before that of the third.
                await().untilAsserted(() -> assertThat(changes()).hasSize(5));
            }
        }
        await().untilAsserted(() ->
                assertThat(changes())
                        .containsExactly(
                                "opened Device 1",
                                "opened Device 1",
                                "closed Device 1: session taken over",
                                "opened Device 1",
                                "closed Device 1: session taken over",
                                "closed Device 1: connection lost"));
    }

    /** What the connections reported so far, without the activity of devices. */
    private List<String> changes() {
        return server.sessions().events().stream()
                .filter(event -> !event.startsWith("activity"))
                .toList();
    }

    /** v3.1.1:MQTT-3.1.3-2: two devices with one client id are independent. */
    @Test
    void devicesMayShareAClientId() {
        try (RawClient first = server.connected(4, "token-1");
                RawClient second = server.connected(4, "token-2")) {
            first.expectPong();
            second.expectPong();
        }
    }

    /** v3.1.1:MQTT-3.1.4-2, v5:MQTT-3.1.4-3 */
    @Test
    void aRaceOfFiftyConnectsOfOneDeviceLeavesExactlyOne() {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            clients.add(server.rawClient());
        }
        CompletableFuture.allOf(
                        clients.stream()
                                .map(client ->
                                        CompletableFuture.runAsync(() ->
                                                client.send(
                                                        connect(4).userName("token-1").bytes())))
                                .toArray(CompletableFuture[]::new))
                .join();

        await().untilAsserted(() -> {
            assertThat(server.metrics().closed()).hasSize(49);
            assertThat(server.metrics().open()).isEqualTo(1);
            assertThat(server.connections().devices()).hasSize(1);
        });
        assertThat(server.metrics().closed()).containsOnly(CloseReason.SESSION_TAKEN_OVER);
        clients.forEach(RawClient::close);
    }

    /** v3.1.1:MQTT-3.1.2-24, v5:MQTT-3.1.2-22 */
    @Test
    void silenceForOneAndAHalfKeepAliveEndsTheConnection() {
        try (RawClient old = server.rawClient();
                RawClient client = server.rawClient()) {
            old.send(connect(4).userName("token-1").keepAlive(1).bytes()).expect("20020000");
            client.send(connect(5).userName("token-2").keepAlive(1).bytes());
            client.expectType(0x20);

            client.expect("e0018d").expectClosed();
            old.expectClosed();
        }
        assertThat(server.metrics().closed())
                .containsExactlyInAnyOrder(
                        CloseReason.KEEP_ALIVE_TIMEOUT, CloseReason.KEEP_ALIVE_TIMEOUT);
    }

    /** v3.1.1:MQTT-3.1.2-24: only whole packets are signs of life. */
    @Test
    void halfAPacketIsNoSignOfLife() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).userName("token-1").keepAlive(1).bytes()).expect("20020000");
            byte[] packet = publish(4, 1, 1, TELEMETRY, "{}");
            CompletableFuture<Void> dripping =
                    CompletableFuture.runAsync(() -> {
                        for (int i = 0; i < packet.length - 1; i++) {
                            client.send(new byte[] {packet[i]});
                            await().pollDelay(Duration.ofMillis(100)).until(() -> true);
                        }
                    });
            client.expectClosed();
            dripping.cancel(true);
        }
        assertThat(server.metrics().closed()).containsExactly(CloseReason.KEEP_ALIVE_TIMEOUT);
    }

    /** The server's own pause is not the client's silence. */
    @Test
    void aPausedConnectionIsNotTakenForSilent() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).userName("token-1").keepAlive(1).bytes()).expect("20020000");
            publishMany(client, 4, 1, 64);
            server.queue().awaitSize(64);
            client.send(PacketBytes.pingreq());

            await().pollDelay(Duration.ofMillis(2500)).until(() -> server.metrics().paused() == 1);
            assertThat(server.metrics().open()).isEqualTo(1);

            server.queue().safe(0, 64);
            await().until(() -> server.metrics().paused() == 0);
            // Half of the acknowledgements end the pause, so the answer to the ping may come before
            // the others.
            List<String> packets = Stream.generate(client::next).limit(65).toList();
            assertThat(packets).containsOnlyOnce("d000");
            assertThat(packets)
                    .filteredOn(packet -> !packet.equals("d000"))
                    .isEqualTo(
                            IntStream.rangeClosed(1, 64).mapToObj("4002%04x"::formatted).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void readingPausesAt64MessagesAndResumesAtHalf(int qos) {
        try (RawClient client = server.connected(4)) {
            publishMany(client, 4, qos, 70);
            server.queue().awaitSize(64);
            await().until(() -> server.metrics().paused() == 1);

            server.queue().safe(0, 31);
            await().until(() -> server.metrics().inFlight() == 33);
            assertThat(server.queue().size()).isEqualTo(64);
            assertThat(server.metrics().paused()).isEqualTo(1);

            server.queue().safe(31);
            server.queue().awaitSize(70);
            await().until(() -> server.metrics().paused() == 0);
            server.queue().safe(32, 70);
        }
    }

    @Test
    void readingPausesAt256KibAndResumesAtHalf() {
        String big = "{\"a\":\"" + "x".repeat(60_000) + "\"}";
        try (RawClient client = server.connected(4)) {
            CompletableFuture<Void> sending =
                    CompletableFuture.runAsync(() -> {
                        for (int id = 1; id <= 6; id++) {
                            client.send(publish(4, 1, id, TELEMETRY, big));
                        }
                    });
            server.queue().awaitSize(5);
            await().until(() -> server.metrics().paused() == 1);
            assertThat(server.queue().size()).isEqualTo(5);

            server.queue().safe(0, 3);

            server.queue().awaitSize(6);
            sending.join();
            server.queue().safe(3, 6);
        }
    }

    /** What a paused client sends stays in its own socket, not in the server's memory. */
    @Test
    void aPausedConnectionTakesNoMoreThanTheSocketHolds() {
        byte[] big = publish(4, 0, 0, TELEMETRY, "{\"a\":\"" + "x".repeat(60_000) + "\"}");
        RawClient client = server.connected(4);
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 2000; i++) {
                        client.send(big);
                    }
                });
        server.queue().awaitSize(5);

        await().pollDelay(Duration.ofSeconds(1)).until(() -> server.metrics().paused() == 1);
        assertThat(server.queue().size()).isEqualTo(5);
        assertThat(sending).isNotDone();

        client.close();
        await().until(sending::isCompletedExceptionally);
        server.queue().safeAtOnce().safe(0, 5);
        await().until(() -> server.metrics().open() == 0);
    }

    /** v5:MQTT-3.3.4-7, v5:MQTT-3.3.4-8: at the Receive Maximum pings are answered; one more PUBLISH ends it. */
    @Test
    void anMqtt5ClientIsReadUntilItExceedsTheReceiveMaximum() {
        try (RawClient client = server.connected(5)) {
            publishMany(client, 5, 1, 64);
            server.queue().awaitSize(64);
            client.expectPong();

            client.send(publish(5, 1, 65, TELEMETRY, "{}")).expect("e00193").expectClosed();
            server.queue().safe(0, 64);
        }
        assertThat(server.queue().size()).isEqualTo(64);
    }

    /** v3.1.1:MQTT-3.14.4-3, v5:MQTT-3.14.4-3 */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void disconnectEndsTheSession(int level) {
        try (RawClient client = server.connected(level)) {
            client.send(PacketBytes.disconnect()).expectClosed();
        }
        await().untilAsserted(() ->
                assertThat(server.sessions().events())
                        .last()
                        .isEqualTo("closed Device 1: client disconnected"));
    }

    @Test
    void aDeviceThatWasDeletedIsDisconnected() {
        try (RawClient client = server.connected(5);
                RawClient old = server.connected(4, "token-2")) {
            assertThat(disconnect(1)).isTrue();
            assertThat(disconnect(2)).isTrue();
            client.expect("e00198").expectClosed();
            old.expectClosed();
        }
        assertThat(disconnect(3)).isFalse();
    }

    @Test
    void theDevicesOfATenantThatWasDeletedAreDisconnected() {
        try (RawClient client = server.connected(5);
                RawClient old = server.connected(4, "token-2")) {
            server.connections().close(new TenantId(new UUID(9, 9)), CloseCause.TENANT_DELETED);
            client.expectPong();
            old.expectPong();

            server.connections().close(Devices.TENANT, CloseCause.TENANT_DELETED);

            client.expect("e00198").expectClosed();
            old.expectClosed();
        }
        await().until(() -> server.connections().devices().isEmpty());
    }

    private boolean disconnect(int device) {
        return server.connections()
                .close(Devices.device(device).device(), CloseCause.DEVICE_DELETED);
    }

    @Test
    void aDeviceMayConnectAgain() {
        server.queue().safeAtOnce();
        for (int i = 1; i <= 3; i++) {
            try (RawClient client = server.connected(4)) {
                client.send(publish(4, 1, i, TELEMETRY, "{}")).expect("4002000" + i);
                client.send(PacketBytes.disconnect()).expectClosed();
            }
        }
        assertThat(server.queue().size()).isEqualTo(3);
    }

    @Test
    void aReceiptForAClientThatHasGoneIsNoMatter() {
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "{}"));
            server.queue().awaitSize(1);
        }
        await().until(() -> server.metrics().open() == 0);
        server.queue().safe(0);
        await().until(() -> server.metrics().inFlight() == 0);
    }

    @Test
    void activityIsToldOnceForEachPeriod() {
        long start = System.nanoTime();
        try (RawClient client = server.connected(4)) {
            for (int i = 0; i < 20; i++) {
                client.expectPong();
            }
            await().until(() -> server.sessions().events().contains("activity Device 1"));
            client.expectPong();
        }
        await().untilAsserted(() ->
                assertThat(server.sessions().events())
                        .endsWith("activity Device 1", "closed Device 1: connection lost"));
        long periods = (System.nanoTime() - start) / PERIOD.toNanos();
        assertThat(server.sessions().events()).hasSizeLessThanOrEqualTo(4 + (int) periods);
    }

    /** v3.1.1:MQTT-3.8.4-1 to -5, v5:MQTT-3.8.4-1 to -6, v3.1.1:MQTT-2.3.1-7 */
    @Test
    void subscriptionsAreGrantedOrRefusedOneByOne() {
        String[] filters = {
            "v1/devices/me/attributes",
            "#",
            "v1/devices/me/rpc/request/+",
            "v1/devices/me/#",
            "$share/g/v2/a",
            "v2/fw/response/+/chunk/+",
            "v2/fw/response/+",
            "a#"
        };
        try (RawClient client = server.connected(4)) {
            client.send(PacketBytes.subscribe(4, 0x1234, 2, filters))
                    .expect("900a1234 01 80 01 80 80 80 80 80");
        }
        try (RawClient client = server.connected(5)) {
            client.send(PacketBytes.subscribe(5, 0x1234, 1, filters))
                    .expect("900b1234 00 01 8f 01 8f 9e 8f 8f 8f");
            client.send(PacketBytes.subscribe(5, 2, 0, "#")).expect("90040002 00 8f").expectPong();
        }
    }

    /** As mosquitto_rr does. A device does not know the numbers of requests to it. */
    @Test
    void theAnswerToOneRequestCanBeSubscribedTo() {
        try (RawClient client = server.connected(4)) {
            client.send(
                            PacketBytes.subscribe(
                                    4,
                                    1,
                                    1,
                                    "v1/devices/me/attributes/response/1",
                                    "v2/r/res/12",
                                    "v1/devices/me/rpc/request/1",
                                    "v2/r/res/x"))
                    .expect("90060001 01 01 80 80");
        }
    }

    /** v5:MQTT-3.8.3-4, v5:MQTT-4.8.2-1, v5:MQTT-4.8.2-2 */
    @ParameterizedTest
    @CsvSource({"$share//x, 0", "$share/a+/x, 0", "$share/, 0", "$share/g/v2/a, 4"})
    void aMalformedSharedSubscriptionIsAProtocolError(String filter, int options) {
        try (RawClient client = server.connected(5)) {
            client.send(PacketBytes.subscribe(5, 1, options, filter))
                    .expectReason("e0", 0x82)
                    .expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            client.send(PacketBytes.subscribe(4, 1, 0, filter)).expect("9003000180").expectPong();
        }
    }

    /** v3.1.1:MQTT-3.10.4-1 to -6, v5:MQTT-3.10.4-1 to -6, v5:MQTT-3.11.3-1, -2 */
    @Test
    void unsubscribeSaysWhatItFound() {
        try (RawClient client = server.connected(5)) {
            client.send(PacketBytes.subscribe(5, 1, 1, "v2/a")).expect("90040001 00 01");
            client.send(PacketBytes.unsubscribe(5, 2, "v2/a", "v2/a", "#"))
                    .expect("b0060002 00 00 11 11");
        }
        try (RawClient client = server.connected(4)) {
            client.send(PacketBytes.unsubscribe(4, 2, "v2/a", "#")).expect("b0020002");
        }
    }

    @Test
    void stoppingWaitsUntilWhatWasReadIsSafe() {
        RawClient client = server.connected(5);
        RawClient idle = server.connected(5, "token-2");
        client.send(publish(5, 1, 1, TELEMETRY, "{}"));
        server.queue().awaitSize(1);

        CompletableFuture<Void> stopping =
                CompletableFuture.runAsync(() -> server.mqtt().stop(Duration.ofSeconds(20)));
        idle.expect("e0018b").expectClosed();
        assertThat(stopping).isNotDone();
        server.queue().safe(0);

        client.expect("40020001").expect("e0018b").expectClosed();
        client.close();
        idle.close();
        stopping.join();
    }

    @Test
    void stoppingDoesNotWaitForEver() {
        RawClient client = server.connected(4);
        client.send(publish(4, 1, 1, TELEMETRY, "{}"));
        server.queue().awaitSize(1);

        server.mqtt().stop(Duration.ofMillis(100));

        client.expectClosed();
        client.close();
        server.queue().safe(0);
    }

    /** A malformed packet in an open session: v3.1.1:MQTT-4.8.0-1, v5:MQTT-4.13.1-1 */
    @Test
    void aMalformedPacketEndsTheConnection() {
        try (RawClient client = server.connected(5)) {
            client.send(hex("c00100")).expectReason("e0", 0x81).expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            client.send(hex("c00100")).expectClosed();
        }
        assertThat(server.metrics().refusedPackets())
                .containsExactly(CloseReason.MALFORMED_PACKET, CloseReason.MALFORMED_PACKET);
    }

    private static void publishMany(RawClient client, int level, int qos, int count) {
        byte[][] packets = new byte[count][];
        for (int i = 0; i < count; i++) {
            packets[i] = publish(level, qos, i + 1, TELEMETRY, "{\"n\":" + i + "}");
        }
        client.send(packets);
    }
}
