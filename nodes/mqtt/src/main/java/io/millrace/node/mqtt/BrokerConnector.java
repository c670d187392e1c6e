// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.auth.Mqtt3SimpleAuth;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectBuilder;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectBuilder;
import io.millrace.message.id.TenantId;
import io.millrace.rule.http.PemCredentials;
import io.millrace.rule.node.external.ClientCredentials;
import io.millrace.rule.outgoing.OutgoingAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Connects to the broker of a node, by HiveMQ's client. Every connection resolves the broker's name anew. */
final class BrokerConnector {

    /** The threads are shared by all nodes of the plugin. */
    private static final int THREADS = 2;

    /** By how much the limits of the client are longer than that of the connection. */
    private static final int CLIENTS_EXTRA_SEC = 5;

    private final MqttConfiguration configuration;
    private final TenantId tenant;
    private final OutgoingAddresses addresses;
    private final String clientId;
    private final @Nullable TrustManagerFactory trust;
    private final @Nullable KeyManagerFactory keys;

    BrokerConnector(MqttConfiguration configuration, TenantId tenant, OutgoingAddresses addresses) {
        this.configuration = configuration;
        this.tenant = tenant;
        this.addresses = addresses;
        this.clientId = clientId(configuration);
        if (configuration.credentials() instanceof ClientCredentials.Pem pem) {
            PemCredentials credentials = pem.credentials();
            this.trust = credentials.trustManagers();
            this.keys = credentials.keyManagers();
        } else {
            this.trust = null;
            this.keys = null;
        }
    }

    private static String clientId(MqttConfiguration configuration) {
        String random = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
        String id = configuration.clientId();
        if (id == null || id.isEmpty()) {
            return "millrace-" + random;
        }
        return configuration.appendClientIdSuffix() ? id + "_" + random : id;
    }

    /**
     * Connects; blocks until the broker has accepted the connection.
     *
     * @throws TimeoutException if that takes too long
     * @throws IOException if the broker cannot be reached or refuses the connection
     */
    Broker connect() throws IOException, TimeoutException, InterruptedException {
        InetAddress address =
                addresses.of(tenant, configuration.host(), configuration.port()).getFirst();
        MqttClientBuilder builder =
                MqttClient.builder()
                        .identifier(clientId)
                        .executorConfig(
                                MqttClientExecutorConfig.builder().nettyThreads(THREADS).build())
                        .transportConfig(transport(address));
        return configuration.version() == MqttConfiguration.Version.MQTT_5
                ? version5(builder.useMqttVersion5().buildAsync())
                : version3(builder.useMqttVersion3().buildAsync());
    }

    private MqttClientTransportConfig transport(InetAddress address) throws IOException {
        // With the host's name, which the certificate is compared with.
        InetAddress named = InetAddress.getByAddress(configuration.host(), address.getAddress());
        // The wait for the connection ends before these limits, with an error that names its time.
        int limitSec = configuration.connectTimeoutSec() + CLIENTS_EXTRA_SEC;
        var transport =
                MqttClientTransportConfig.builder()
                        .serverAddress(new InetSocketAddress(named, configuration.port()))
                        .socketConnectTimeout(limitSec, TimeUnit.SECONDS)
                        .mqttConnectTimeout(limitSec, TimeUnit.SECONDS);
        return configuration.ssl()
                ? transport
                        .sslConfig(
                                MqttClientSslConfig.builder()
                                        .trustManagerFactory(trust)
                                        .keyManagerFactory(keys)
                                        .handshakeTimeout(limitSec, TimeUnit.SECONDS)
                                        .build())
                        .build()
                : transport.build();
    }

    private Broker version3(Mqtt3AsyncClient client)
            throws IOException, TimeoutException, InterruptedException {
        Mqtt3ConnectBuilder connect =
                Mqtt3Connect.builder().cleanSession(configuration.cleanSession());
        if (configuration.credentials()
                instanceof ClientCredentials.Basic(String user, String password)) {
            connect =
                    connect.simpleAuth(
                            Mqtt3SimpleAuth.builder()
                                    .username(user)
                                    .password(password.getBytes(StandardCharsets.UTF_8))
                                    .build());
        }
        Broker broker =
                new Broker() {
                    @Override
                    public CompletableFuture<?> publish(String topic, byte[] payload) {
                        return client.publishWith()
                                .topic(topic)
                                .payload(payload)
                                .qos(MqttQos.AT_LEAST_ONCE)
                                .retain(configuration.retainedMessage())
                                .send();
                    }

                    @Override
                    public boolean isConnected() {
                        return client.getState().isConnected();
                    }

                    @Override
                    public void disconnect() {
                        var _ = client.disconnect();
                    }
                };
        return accepted(broker, client.connect(connect.build()));
    }

    private Broker version5(Mqtt5AsyncClient client)
            throws IOException, TimeoutException, InterruptedException {
        Mqtt5ConnectBuilder connect =
                Mqtt5Connect.builder().cleanStart(configuration.cleanSession());
        if (configuration.credentials()
                instanceof ClientCredentials.Basic(String user, String password)) {
            connect =
                    connect.simpleAuth(
                            Mqtt5SimpleAuth.builder()
                                    .username(user)
                                    .password(password.getBytes(StandardCharsets.UTF_8))
                                    .build());
        }
        Broker broker =
                new Broker() {
                    @Override
                    public CompletableFuture<?> publish(String topic, byte[] payload) {
                        return client.publishWith()
                                .topic(topic)
                                .payload(payload)
                                .qos(MqttQos.AT_LEAST_ONCE)
                                .retain(configuration.retainedMessage())
                                .send();
                    }

                    @Override
                    public boolean isConnected() {
                        return client.getState().isConnected();
                    }

                    @Override
                    public void disconnect() {
                        var _ = client.disconnect();
                    }
                };
        return accepted(broker, client.connect(connect.build()));
    }

    private Broker accepted(Broker broker, CompletableFuture<?> connection)
            throws IOException, TimeoutException, InterruptedException {
        boolean done = false;
        try {
            connection.get(configuration.connectTimeoutSec(), TimeUnit.SECONDS);
            done = true;
            return broker;
        } catch (TimeoutException e) {
            throw (TimeoutException)
                    new TimeoutException(
                                    "no connection to %s:%d within %d s"
                                            .formatted(
                                                    configuration.host(),
                                                    configuration.port(),
                                                    configuration.connectTimeoutSec()))
                            .initCause(e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    "no connection to %s:%d: %s"
                            .formatted(configuration.host(), configuration.port(), reasonOf(cause)),
                    cause);
        } finally {
            if (!done) {
                connection.cancel(true);
                broker.disconnect();
            }
        }
    }

    private static String reasonOf(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }
}
