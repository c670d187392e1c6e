// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PemFiles;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Where the server listens, in the clear and with TLS. */
@ExtendWith(Leaks.class)
class ListenerTest {

    @TempDir static Path folder;
    private static PemFiles pem;

    @BeforeAll
    static void makeCertificate() throws Exception {
        pem = PemFiles.in(folder);
    }

    @Test
    void servesDevicesOverTls() {
        try (TestServer server = TestServer.start(withTls(pem.certificate(), pem.key()))) {
            server.queue().safeAtOnce();
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            Mqtt5AsyncClient client =
                    MqttClient.builder()
                            .useMqttVersion5()
                            .serverHost("localhost")
                            .serverPort(server.mqtt().tlsPort())
                            .sslConfig()
                            .trustManagerFactory(pem.trust())
                            .applySslConfig()
                            .addDisconnectedListener(context -> end.complete(context.getCause()))
                            .simpleAuth()
                            .username("token-1")
                            .applySimpleAuth()
                            .buildAsync();
            client.connect().join();
            client.publishWith()
                    .topic("v1/devices/me/telemetry")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload("{\"a\":1}".getBytes(StandardCharsets.UTF_8))
                    .send()
                    .join();
            assertThat(server.queue().size()).isEqualTo(1);

            try (RawClient other = server.connected(4)) {
                assertThat(end.join()).isInstanceOf(Mqtt5DisconnectException.class);
                other.expectPong();
            }
        }
    }

    @Test
    void aConnectionWithoutTlsIsClosed() {
        try (TestServer server = TestServer.start(withTls(pem.certificate(), pem.key()));
                RawClient client = new RawClient(server.mqtt().tlsPort())) {
            client.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            await().until(() -> server.metrics().closed().size() == 1);
            assertThat(server.metrics().open()).isZero();
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(
                            () -> TestServer.start(MqttServerSettings.onPort(taken.getLocalPort())))
                    .withMessageContaining(
                            "Cannot listen for MQTT on port " + taken.getLocalPort());
        }
    }

    @Test
    void aCertificateThatIsNoneIsNamed() throws IOException {
        Path certificate = Files.writeString(folder.resolve("broken.pem"), "nothing");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> TestServer.start(withTls(certificate, certificate)))
                .withMessageContaining("broken.pem");
    }

    private static MqttServerSettings withTls(Path certificate, Path key) {
        return MqttServerSettings.onPort(0).withTls(new TlsSettings(0, certificate, key));
    }
}
