// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.AttributeStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is stored of a device: its {@link DeviceState} in server-scope attributes, and its entry in
 * {@link ActiveDevices}.
 *
 * <p>Several instances may write the same attributes. Each is therefore stored with the time of the event that it
 * describes, and an older write never replaces a newer one: the result does not depend on the order in which the writes
 * arrive.
 */
final class StoredDeviceState {

    private static final Logger log = LoggerFactory.getLogger(StoredDeviceState.class);

    /** Thousands of devices store their times at thousands of moments, which would be as many transactions. */
    private static final Duration ACTIVITY_PATIENCE = Duration.ofSeconds(1);

    private final TenantId tenant;
    private final DeviceId device;
    private final AttributeStore attributes;
    private final ActiveDevices activeDevices;
    private final Duration inactivityTimeout;

    StoredDeviceState(ConnectedDevice device, DeviceActor.Equipment equipment) {
        this.tenant = device.tenant();
        this.device = device.id();
        this.attributes = equipment.attributes();
        this.activeDevices = equipment.activeDevices();
        this.inactivityTimeout = equipment.inactivityTimeout();
    }

    CompletionStage<DeviceState> load() {
        return attributes
                .find(tenant, device.entity(), AttributeScope.SERVER_SCOPE, DeviceState.KEYS)
                .thenApply(found -> DeviceState.of(found, inactivityTimeout.toMillis()));
    }

    /** The state of a device of which nothing is stored. */
    DeviceState initial() {
        return DeviceState.of(List.of(), inactivityTimeout.toMillis());
    }

    CompletionStage<Void> saveConnectTime(long at) {
        return save(at, new KeyValue("lastConnectTime", new LongValue(at)));
    }

    CompletionStage<Void> saveDisconnectTime(long at) {
        return save(at, new KeyValue("lastDisconnectTime", new LongValue(at)));
    }

    /** Need not be stored at once: the entries in {@link ActiveDevices} tell which devices are active. */
    CompletionStage<Void> saveActivityTime(long at) {
        return save(at, ACTIVITY_PATIENCE, new KeyValue("lastActivityTime", new LongValue(at)));
    }

    CompletionStage<Void> saveActive(long at) {
        return save(at, new KeyValue("active", new BooleanValue(true)));
    }

    CompletionStage<Void> saveInactive(long at) {
        return save(
                at,
                new KeyValue("active", new BooleanValue(false)),
                new KeyValue("inactivityAlarmTime", new LongValue(at)));
    }

    private CompletionStage<Void> save(long at, KeyValue... changes) {
        return save(at, Duration.ZERO, changes);
    }

    /** @param at when the change happened */
    private CompletionStage<Void> save(long at, Duration patience, KeyValue... changes) {
        return attributes.saveUnlessNewer(
                tenant,
                device.entity(),
                AttributeScope.SERVER_SCOPE,
                List.of(changes),
                at,
                patience);
    }

    /** Logs the error of a save, if there is one, where nothing else follows. */
    void logFailure(@Nullable Void nothing, @Nullable Throwable error) {
        if (error != null) {
            log.warn(
                    "Cannot store the state of device {}; the next change stores it again",
                    device,
                    error);
        }
    }

    /** As {@link ActiveDevices#put}. */
    CompletionStage<Boolean> putDue(long dueAt) {
        return activeDevices.put(tenant, device, dueAt);
    }

    /** As {@link ActiveDevices#move}. */
    CompletionStage<Boolean> moveDue(long from, long to) {
        return activeDevices.move(device, from, to);
    }

    /** As {@link ActiveDevices#remove}. */
    CompletionStage<Boolean> removeDue(long dueAt) {
        return activeDevices.remove(device, dueAt);
    }
}
