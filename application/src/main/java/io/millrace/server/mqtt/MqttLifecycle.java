// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mqtt;

import io.millrace.server.engine.EngineLifecycle;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/** Lets devices in once the queue takes messages, and out before it stops. */
final class MqttLifecycle implements SmartLifecycle {

    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(5);

    private final MqttServer server;
    private volatile boolean running;

    MqttLifecycle(MqttServer server) {
        this.server = server;
    }

    @Override
    public void start() {
        server.start();
        running = true;
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
