// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deviceevent;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.settings.DeviceEventSettings;
import io.millrace.server.store.deviceevent.DeviceEventStorage;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The storage of device events, and its metrics. */
@Configuration(proxyBeanMethods = false)
class DeviceEventConfiguration {

    @Bean
    DeviceEventStorage deviceEventStorage(
            Transactions transactions, DeviceEventSettings settings, Clock clock) {
        DeviceEventStorage storage = new DeviceEventStorage(transactions, settings, clock);
        storage.start();
        return storage;
    }

    @Bean
    MeterBinder deviceEventMeters(DeviceEventStorage storage) {
        return registry -> {
            FunctionCounter.builder(
                            "millrace.device.events.dropped", storage, DeviceEventStorage::dropped)
                    .description("Events of devices that were not stored")
                    .register(registry);
            Gauge.builder("millrace.device.events.bytes", storage, DeviceEventStorage::bytes)
                    .description("Memory of the events of devices that gather to be stored")
                    .baseUnit("bytes")
                    .register(registry);
        };
    }
}
