// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.settings.DemoSettings;
import io.millrace.server.registry.device.SimulatedDevices.Simulated;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.server.web.api.ApiException;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Runs the configured number of simulated thermostats. Each publishes over MQTT once a second. */
@Component
final class SimulatedFleet implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SimulatedFleet.class);

    private final DemoSettings settings;
    private final Thermostats thermostats;
    private final MqttServer server;
    private final Clock clock;
    private final List<SimulatedThermostat> fleet = new ArrayList<>();
    private final PeriodicTask publishing =
            new PeriodicTask(
                    "simulated-devices",
                    Duration.ofSeconds(1),
                    () -> fleet.forEach(SimulatedThermostat::publish));

    SimulatedFleet(DemoSettings settings, Thermostats thermostats, MqttServer server, Clock clock) {
        this.settings = settings;
        this.thermostats = thermostats;
        this.server = server;
        this.clock = clock;
    }

    @Override
    public void start() {
        if (settings.demoDevices() == 0) {
            return;
        }
        List<Simulated> devices = prepare();
        if (devices.isEmpty()) {
            return;
        }
        devices.forEach(device -> fleet.add(new SimulatedThermostat(server.port(), device, clock)));
        publishing.start(Duration.ZERO);
        log.info("{} simulated devices publish every second", fleet.size());
    }

    /** The service starts without its demo rather than not at all. */
    private List<Simulated> prepare() {
        try {
            List<Simulated> devices = thermostats.prepare(settings.demoDevices());
            if (devices.isEmpty()) {
                log.warn(
                        "MILLRACE_DEMO_DEVICES is set, but no demo tenant exists (MILLRACE_DEMO=false); no devices "
                                + "are simulated");
            }
            return devices;
        } catch (ApiException refused) {
            log.warn(
                    "MILLRACE_DEMO_DEVICES is set, but rule chain or devices cannot be added: {}; no devices are "
                            + "simulated",
                    refused.getMessage());
            return List.of();
        }
    }

    @Override
    public void stop() {
        publishing.stop();
        closeAtOnce(fleet);
        fleet.clear();
    }

    /** The end of a connection takes about a second, which must not add up. */
    private static void closeAtOnce(List<SimulatedThermostat> devices) {
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
