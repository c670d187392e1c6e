// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.settings.DemoSettings;
import io.millrace.server.registry.device.SimulatedDevices;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Runs the configured number of simulated devices. Each publishes over MQTT once a second. */
@Component
final class SimulatedFleet implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SimulatedFleet.class);

    private final DemoSettings settings;
    private final SimulatedDevices devices;
    private final MqttServer server;
    private final List<SimulatedDevice> fleet = new ArrayList<>();
    private final PeriodicTask publishing =
            new PeriodicTask(
                    "simulated-devices",
                    Duration.ofSeconds(1),
                    () -> fleet.forEach(SimulatedDevice::publish));

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
            log.warn(
                    "MILLRACE_DEMO_DEVICES is set, but no demo tenant exists (MILLRACE_DEMO=false); no devices "
                            + "are simulated");
            return;
        }
        tokens.forEach(token -> fleet.add(new SimulatedDevice(server.port(), token)));
        publishing.start(Duration.ZERO);
        log.info("{} simulated devices publish every second", fleet.size());
    }

    @Override
    public void stop() {
        publishing.stop();
        closeAtOnce(fleet);
        fleet.clear();
    }

    /** The end of a connection takes about a second, which must not add up. */
    private static void closeAtOnce(List<SimulatedDevice> devices) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            devices.forEach(device -> threads.execute(device::close));
        }
    }

    @Override
    public boolean isRunning() {
        return publishing.isRunning();
    }

    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 2;
    }
}
