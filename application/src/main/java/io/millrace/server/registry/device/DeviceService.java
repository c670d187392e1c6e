// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableKinds;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.AssignableService;
import io.millrace.server.registry.assignable.EntityLifecycle;
import io.millrace.server.registry.assignable.Saving;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/**
 * Adds, changes and deletes devices, each together with its credentials in one transaction. Once that is committed, the
 * caches forget the device, and a {@link DeviceEvent} is published.
 */
@Component
final class DeviceService implements EntityLifecycle<Device> {

    private static final Logger log = LoggerFactory.getLogger(DeviceService.class);

    private static final Refusals REFUSALS = DeviceKind.KIND.allRefusals();

    private final AssignableService<Device> devices;
    private final DeviceCredentialsRepository credentials;
    private final DeviceCaches caches;
    private final ApplicationEventPublisher events;

    DeviceService(
            AssignableKinds kinds,
            AssignableRepository<Device> devices,
            DeviceCredentialsRepository credentials,
            DeviceCaches caches,
            ApplicationEventPublisher events) {
        this.devices = kinds.service(devices, _ -> {});
        this.credentials = credentials;
        this.caches = caches;
        this.events = events;
    }

    /** A new device gets a generated access token. */
    @Override
    public Device create(TenantId tenant, AssignableContent content, TypeChoice type) {
        return with(CredentialsContent.generated()).create(tenant, content, type);
    }

    /**
     * Adds a device with its credentials.
     *
     * @param further runs in the transaction that adds the device, after it
     */
    Device create(
            TenantId tenant,
            AssignableContent content,
            TypeChoice type,
            CredentialsContent secret,
            Consumer<DeviceId> further) {
        Device created =
                devices.create(
                        tenant,
                        content,
                        type,
                        id -> {
                            DeviceId device = new DeviceId(id);
                            credentials.add(device, secret);
                            further.accept(device);
                        });
        caches.credentialsAdded(secret.id());
        events.publishEvent(new DeviceEvent.Created(tenant, created.id()));
        return created;
    }

    /** Changes a device, which keeps its credentials. */
    @Override
    public Device change(
            Device stored, AssignableContent content, TypeChoice type, @Nullable Long seen) {
        return announced(stored, _ -> devices.change(stored, content, type, seen));
    }

    @Override
    public Device assign(Device stored, CustomerId customer) {
        return announced(stored, _ -> devices.assign(stored, customer));
    }

    private Device announced(Device stored, Function<DeviceCredentials, Device> change) {
        DeviceCredentials former = credentialsOf(stored);
        Device changed = change.apply(former);
        caches.deviceChanged(stored, former.credentialsId());
        events.publishEvent(new DeviceEvent.Changed(stored.tenantId(), stored.id()));
        return changed;
    }

    /** Adds and changes devices together with their credentials. */
    Saving<Device> with(CredentialsContent secret) {
        return new WithCredentials(secret);
    }

    private final class WithCredentials implements Saving<Device> {

        private final CredentialsContent secret;

        WithCredentials(CredentialsContent secret) {
            this.secret = secret;
        }

        @Override
        public Device create(TenantId tenant, AssignableContent content, TypeChoice type) {
            return DeviceService.this.create(tenant, content, type, secret, _ -> {});
        }

        @Override
        public Device change(
                Device stored, AssignableContent content, TypeChoice type, @Nullable Long seen) {
            Device changed =
                    announced(
                            stored,
                            former ->
                                    devices.change(
                                            stored,
                                            content,
                                            type,
                                            seen,
                                            () -> replace(former, secret)));
            announceCredentials(stored, secret);
            return changed;
        }
    }

    /** Deletes a device with its credentials and relations. */
    @Override
    public boolean delete(Device device) {
        DeviceCredentials former = credentialsOf(device);
        boolean deleted = devices.delete(device);
        if (deleted) {
            caches.deviceChanged(device, former.credentialsId());
            events.publishEvent(new DeviceEvent.Deleted(device.tenantId(), device.id()));
        }
        return deleted;
    }

    @Override
    public void released(List<Device> released) {
        released.stream().map(Device::tenantId).distinct().forEach(caches::forget);
        released.forEach(device ->
                events.publishEvent(new DeviceEvent.Changed(device.tenantId(), device.id())));
    }

    /** The credentials of a device. */
    DeviceCredentials credentialsOf(Device device) {
        return credentials
                .findByDevice(device.tenantId(), device.id())
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Device %s has no credentials".formatted(device.id())));
    }

    /**
     * Gives a device other credentials.
     *
     * @param seen version of the credentials that the caller has seen; null: any
     */
    DeviceCredentials changeCredentials(
            Device device, CredentialsContent secret, @Nullable Long seen) {
        DeviceCredentials former = credentialsOf(device);
        REFUSALS.requireVersion(seen, former.version(), device.id().id());
        REFUSALS.explain(
                device.name(),
                () -> {
                    replace(former, secret);
                    return former;
                });
        caches.deviceChanged(device, former.credentialsId());
        announceCredentials(device, secret);
        return credentialsOf(device);
    }

    private void replace(DeviceCredentials former, CredentialsContent secret) {
        if (!credentials.update(former, secret)) {
            throw REFUSALS.conflict(former.deviceId().id());
        }
    }

    private void announceCredentials(Device device, CredentialsContent secret) {
        caches.credentialsAdded(secret.id());
        events.publishEvent(new DeviceEvent.CredentialsChanged(device.tenantId(), device.id()));
        log.info("Credentials of device {} of tenant {} changed", device.id(), device.tenantId());
    }
}
