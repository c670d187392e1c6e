// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.gateway;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.GatheredLookups;
import io.millrace.server.registry.action.DeviceActions;
import io.millrace.server.registry.device.Device;
import io.millrace.server.registry.device.DeviceChangedElsewhere;
import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.registry.deviceprofile.DeviceProfileChanged;
import io.millrace.server.registry.gateway.GatewayDevices.Found;
import io.millrace.server.registry.gateway.GatewayDevices.Named;
import io.millrace.server.registry.gateway.KnownSubDevices.Connected;
import io.millrace.server.registry.gateway.KnownSubDevices.DeviceName;
import io.millrace.server.registry.tenant.TenantDeleted;
import io.millrace.server.web.api.NameRules;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.RefusedRequestException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Finds the devices behind gateways, and adds missing ones. Answers are cached, and concurrent calls for one name share
 * a look-up. Devices that a tenant's gateways name while a look-up of the tenant is under way are looked up together. The
 * look-ups of a tenant take turns with those of others, so a gateway that connects a thousand devices delays its own
 * tenant's only; while the database is away they wait. Thread-safe; no call blocks.
 */
@Component
public final class SubDevices {

    private static final String DEFAULT_PROFILE = "default";

    /** Devices that are looked up together. */
    private static final int MOST_AT_ONCE = 256;

    private final GatewayDevices devices;
    private final DeviceActions actions;
    private final DatabaseLookups lookups;
    private final GatheredLookups<Named, AuthenticatedDevice> existing;
    private final KnownSubDevices known = new KnownSubDevices(Ticker.systemTicker());

    SubDevices(GatewayDevices devices, DeviceActions actions, DatabaseLookups lookups) {
        this.devices = devices;
        this.actions = actions;
        this.lookups = lookups;
        this.existing = new GatheredLookups<>(lookups, MOST_AT_ONCE, devices::connect);
    }

    /**
     * Returns the device of a name in a gateway's tenant, which is added if it does not exist.
     *
     * @param profileName name of the profile of a new device, which is added if it does not exist; blank: the profile
     *     {@code default}
     * @return completes when the message about a new device can no longer be lost; fails with {@link
     *     RefusedRequestException} if the device cannot be added
     */
    public CompletableFuture<AuthenticatedDevice> of(
            AuthenticatedDevice gateway, String name, String profileName) {
        String profile = profileName.isBlank() ? DEFAULT_PROFILE : profileName;
        if (name.isBlank()) {
            return refused("the name of the device is missing or blank");
        }
        return NameRules.faultIn(name)
                .map(fault -> refused("name of the device: " + fault))
                .or(() ->
                        NameRules.faultIn(profile)
                                .map(fault -> refused("name of the device profile: " + fault)))
                .orElseGet(() -> find(gateway, new DeviceName(gateway.tenant(), name), profile));
    }

    private static CompletableFuture<AuthenticatedDevice> refused(String reason) {
        return CompletableFuture.failedFuture(new RefusedRequestException(reason));
    }

    private CompletableFuture<AuthenticatedDevice> find(
            AuthenticatedDevice gateway, DeviceName key, String profile) {
        return known.get(key, () -> load(gateway, key, profile))
                .thenCompose(connected ->
                        connected.gateway().equals(gateway.device())
                                ? CompletableFuture.completedFuture(connected)
                                // It was connected through another gateway.
                                : known.replace(key, () -> load(gateway, key, profile)))
                .thenApply(Connected::device);
    }

    private CompletableFuture<Connected> load(
            AuthenticatedDevice gateway, DeviceName key, String profile) {
        return existing.find(key.tenant(), new Named(key.name(), gateway.device()))
                .thenCompose(found ->
                        found.map(CompletableFuture::completedFuture)
                                .orElseGet(() -> add(gateway, key, profile)))
                .thenApply(device -> new Connected(device, gateway.device()));
    }

    private CompletableFuture<AuthenticatedDevice> add(
            AuthenticatedDevice gateway, DeviceName key, String profile) {
        return lookups.runUntilAnswered(
                        key.tenant(), () -> devices.add(gateway, key.name(), profile))
                .thenCompose(found -> told(gateway, found).thenApply(_ -> found.device()));
    }

    private CompletableFuture<Void> told(AuthenticatedDevice gateway, Found found) {
        Device added = found.added();
        if (added == null) {
            return CompletableFuture.completedFuture(null);
        }
        Map<String, String> metadata = new HashMap<>();
        metadata.put("gatewayId", gateway.device().toString());
        if (added.assignedTo() != null) {
            metadata.put("customerId", added.customerId().toString());
        }
        return actions.created(added, metadata);
    }

    @EventListener
    void on(DeviceEvent event) {
        if (!(event instanceof DeviceEvent.Created)) {
            known.forget(event.device());
        }
    }

    @EventListener
    void on(DeviceChangedElsewhere changed) {
        DeviceId device = changed.device();
        if (device == null) {
            known.forgetAll();
        } else {
            known.forget(device);
        }
    }

    @EventListener
    void on(DeviceProfileChanged changed) {
        known.forget(changed.tenant());
    }

    @EventListener
    void on(TenantDeleted deleted) {
        known.forget(deleted.tenant());
    }
}
