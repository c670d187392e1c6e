// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import io.millrace.server.platform.settings.DemoSettings;
import io.millrace.server.registry.device.SimulatedDevices;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.mqtt.MqttServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** As many simulated devices as the settings ask for: each publishes over MQTT every second, as a real one would. */
@Component
final class SimulatedFleet implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SimulatedFleet.class);

    private final DemoSettings settings;
    private final SimulatedDevices devices;
    private final MqttServer server;
    private final List<SimulatedDevice> fleet = new ArrayList<>();
    private @Nullable ScheduledExecutorService pace;

    SimulatedFleet(DemoSettings settings, SimulatedDevices devices, MqttServer server) {
        this.settings = settings;
        this.devices = devices;
        this.server = server;
    }

    @Override
    public void start() {
        if (settings.demoDevices() == 0) {
            return;
        }
        List<String> tokens = devices.accessTokens(settings.demoDevices());
        if (tokens.isEmpty()) {
            log.warn("MILLRACE_DEMO_DEVICES is set, but there is no demo tenant for the devices");
            return;
        }
        tokens.forEach(token -> fleet.add(new SimulatedDevice(server.port(), token)));
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("simulated-devices").factory());
        var _ =
                started.scheduleAtFixedRate(
                        () -> fleet.forEach(SimulatedDevice::publish), 0, 1, TimeUnit.SECONDS);
        pace = started;
        log.info("{} simulated devices publish every second", fleet.size());
    }

    @Override
    public void stop() {
        ScheduledExecutorService running = pace;
        if (running != null) {
            running.shutdownNow();
            fleet.forEach(SimulatedDevice::close);
            fleet.clear();
            pace = null;
        }
    }

    @Override
    public boolean isRunning() {
        return pace != null;
    }

    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 2;
    }
}
