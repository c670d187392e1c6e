// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.mqtt.MqttServer;
import io.millrace.transport.mqtt.MqttServerSettings;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import io.millrace.transport.mqtt.client.SessionStore;
import io.millrace.transport.mqtt.device.DeviceClients;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import io.millrace.transport.mqtt.protocol.ConnectionServices;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The real server with the device API on a free port, with a queue and devices of the test's. */
public final class TestServer implements AutoCloseable {

    /** The server's time. */
    public static final long NOW = 1_700_000_000_000L;

    private final FakeQueue queue = new FakeQueue();
    private final RecordedConnections sessions = new RecordedConnections();
    private final RecordedEvents events = new RecordedEvents();
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final FakeRequests requests = new FakeRequests();
    private final FakeLimits limits = new FakeLimits();
    private final DeviceConnections connections = new DeviceConnections();
    private final Map<Object, MemorySessions> stored = new ConcurrentHashMap<>();
    private final MqttServer server;
    private volatile long now = NOW;

    private TestServer(MqttServerSettings settings, DeviceAuthenticator authenticator) {
        connections.listen(sessions);
        InstantSource clock = () -> Instant.ofEpochMilli(now);
        DeviceApi api =
                new DeviceApi(
                        queue,
                        connections,
                        requests,
                        limits,
                        events,
                        device -> sessionsOf(device.device()),
                        clock,
                        new DeviceApi.SessionLimits(
                                settings.connection().maxPayloadSize(),
                                settings.connection().inFlight().messages()),
                        "instance-1");
        server =
                new MqttServer(
                        settings,
                        new ConnectionServices(
                                _ -> true,
                                new DeviceClients(authenticator, api),
                                DeviceClients.FREQUENT_TOPICS,
                                metrics,
                                clock));
        server.start();
    }

    private SessionStore sessionsOf(Object device) {
        return stored.computeIfAbsent(device, _ -> new MemorySessions());
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

    /** Sets the server's clock, in milliseconds since the epoch; it stands at {@link #NOW} at first. */
    public void now(long millis) {
        now = millis;
    }

    public FakeQueue queue() {
        return queue;
    }

    public RecordedConnections sessions() {
        return sessions;
    }

    public RecordedEvents events() {
        return events;
    }

    public RecordedMetrics metrics() {
        return metrics;
    }

    public FakeRequests requests() {
        return requests;
    }

    public FakeLimits limits() {
        return limits;
    }

    public DeviceConnections connections() {
        return connections;
    }

    /** The stored sessions of a device. */
    public MemorySessions stored(int device) {
        return stored.computeIfAbsent(Devices.device(device).device(), _ -> new MemorySessions());
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
