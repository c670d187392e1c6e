// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.openserver;

import io.millrace.transport.mqtt.MqttServer;
import io.millrace.transport.mqtt.MqttServerSettings;
import io.millrace.transport.mqtt.client.ClientAuthenticator.Decision;
import io.millrace.transport.mqtt.protocol.ConnectionServices;
import io.millrace.transport.mqtt.testkit.RecordedMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * The protocol layer with another application than devices: any client may connect, publish and subscribe, and messages
 * go to the connected clients that have subscribed. For suites that test brokers. There are no retained messages, and none
 * are kept for clients without a connection. Sessions are in memory, and their number has no bound.
 */
public final class OpenServer implements AutoCloseable {

    private final MqttServer server;

    private OpenServer(int port) {
        Router router = new Router();
        server =
                new MqttServer(
                        MqttServerSettings.onPort(port),
                        new ConnectionServices(
                                _ -> true,
                                _ ->
                                        CompletableFuture.completedFuture(
                                                new Decision.Accepted(new OpenClient(router))),
                                List.of(),
                                new RecordedMetrics(),
                                InstantSource.system()));
        server.start();
    }

    /** @param port 0 for a free one */
    static OpenServer start(int port) {
        return new OpenServer(port);
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
    }

    /** Serves until the process ends; the system property {@code mqtt.port} is the port, 1884 without it. */
    public static void main(String[] args) throws InterruptedException {
        OpenServer server = start(Integer.getInteger("mqtt.port", 1884));
        IO.println("Any client may use port " + server.port() + "; end with Ctrl+C");
        new CountDownLatch(1).await();
    }
}
