// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import io.millrace.server.platform.start.StartException;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.mqtt.MqttServer;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/** Starts the MQTT server after the queue, and stops it before the queue. */
final class MqttLifecycle implements SmartLifecycle {

    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(3);

    private final MqttServer server;
    private volatile boolean running;

    MqttLifecycle(MqttServer server) {
        this.server = server;
    }

    @Override
    public void start() {
        try {
            server.start();
        } catch (UncheckedIOException e) {
            throw new StartException(
                    ("%s; stop the program that uses the port, or choose another port in MILLRACE_MQTT_PORT or "
                                    + "MILLRACE_MQTT_TLS_PORT.")
                            .formatted(sentence(e)),
                    e);
        } catch (IllegalArgumentException e) {
            throw new StartException(
                    "MQTT over TLS cannot start: %s.".formatted(e.getMessage()), e);
        }
        running = true;
    }

    private static String sentence(UncheckedIOException failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure.toString() : String.valueOf(cause.getMessage());
    }

    @Override
    public void stop() {
        server.stop(DRAIN_LIMIT);
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }
}
