// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.mqtt.MqttServer;
import io.millrace.transport.mqtt.MqttServerSettings;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import io.millrace.transport.mqtt.handler.SessionServices;
import io.millrace.transport.mqtt.session.SessionRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The real server on a free port, with a queue and devices of the test's. */
public final class TestServer implements AutoCloseable {

    /** The server's time. */
    public static final long NOW = 1_700_000_000_000L;

    private final FakeQueue queue = new FakeQueue();
    private final RecordedSessions sessions = new RecordedSessions();
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final SessionRegistry registry = new SessionRegistry();
    private final MqttServer server;

    private TestServer(MqttServerSettings settings, DeviceAuthenticator authenticator) {
        server =
                new MqttServer(
                        settings,
                        new SessionServices(
                                authenticator,
                                queue,
                                sessions,
                                registry,
                                metrics,
                                InstantSource.fixed(Instant.ofEpochMilli(NOW))));
        server.start();
    }

    public static TestServer start() {
        return start(MqttServerSettings.onPort(0));
    }

    public static TestServer start(MqttServerSettings settings) {
        return new TestServer(settings, new Devices());
    }

    public static TestServer start(MqttServerSettings settings, DeviceAuthenticator authenticator) {
        return new TestServer(settings, authenticator);
    }

    public FakeQueue queue() {
        return queue;
    }

    public RecordedSessions sessions() {
        return sessions;
    }

    public RecordedMetrics metrics() {
        return metrics;
    }

    public SessionRegistry registry() {
        return registry;
    }

    public MqttServer mqtt() {
        return server;
    }

    /** A client that speaks bytes. */
    public RawClient rawClient() {
        return new RawClient(server.port());
    }

    /** A client of a protocol level that is let in as the first device. */
    public RawClient connected(int level) {
        return connected(level, "token-1");
    }

    /** A client of a protocol level that is let in by a token. */
    public RawClient connected(int level, String token) {
        RawClient client = rawClient();
        client.send(PacketBytes.connect(level).userName(token).bytes());
        client.expectType(0x20);
        return client;
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
    }
}
