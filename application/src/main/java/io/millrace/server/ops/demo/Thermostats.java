// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.rule.store.AttributeStore;
import io.millrace.server.registry.device.SimulatedDevices;
import io.millrace.server.registry.device.SimulatedDevices.Simulated;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The simulated thermostats of the demo tenant with everything that belongs to them. */
@Component
final class Thermostats {

    private static final Logger log = LoggerFactory.getLogger(Thermostats.class);

    private static final String TARGET = "targetTemperature";

    /** Key of the advisory lock, unique in this database. */
    private static final long LOCK = 0x546865726d6f73L;

    private final SimulatedDevices devices;
    private final ThermostatChain chain;
    private final AttributeStore attributes;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Thermostats(
            SimulatedDevices devices,
            ThermostatChain chain,
            AttributeStore attributes,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.devices = devices;
        this.chain = chain;
        this.attributes = attributes;
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /**
     * Returns that many thermostats, and adds what was never added of them: rule chain, device profile, devices and
     * their target temperatures. Several instances may call this at the same time.
     *
     * @return empty if there is no demo tenant
     */
    List<Simulated> prepare(int count) {
        Optional<TenantId> tenant = devices.tenant();
        if (tenant.isEmpty()) {
            return List.of();
        }
        List<Simulated> prepared =
                Optional.ofNullable(transaction.execute(_ -> findOrAdd(tenant.get(), count)))
                        .orElseThrow();
        prepared.stream().filter(Simulated::isNew).forEach(each -> setTarget(tenant.get(), each));
        return prepared;
    }

    private List<Simulated> findOrAdd(TenantId tenant, int count) {
        jdbc.sql("select pg_advisory_xact_lock(:lock)").param("lock", LOCK).query().singleRow();
        chain.addOnce(tenant);
        return devices.ofProfile(tenant, ThermostatChain.NAME, count);
    }

    /** Does not wait for the database: until the target is stored, the chain uses a default. */
    private void setTarget(TenantId tenant, Simulated device) {
        KeyValue target =
                new KeyValue(TARGET, new DoubleValue(RoomClimate.targetOf(device.number())));
        var _ =
                attributes
                        .save(
                                tenant,
                                device.id().entity(),
                                AttributeScope.SERVER_SCOPE,
                                List.of(target),
                                clock.millis())
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                log.warn(
                                        "Target temperature of device {} is not stored",
                                        device.id(),
                                        failure);
                            }
                        });
    }
}
