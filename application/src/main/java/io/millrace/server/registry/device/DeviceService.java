// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.deviceprofile.DeviceProfileService;
import io.millrace.server.registry.relation.Relations;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes, changes and deletes devices: each with its credentials, together or not at all. */
@Component
final class DeviceService {

    private static final Logger log = LoggerFactory.getLogger(DeviceService.class);

    private final DeviceRepository devices;
    private final DeviceCredentialsRepository credentials;
    private final DeviceProfileService profiles;
    private final TenantLimits limits;
    private final Relations relations;
    private final DeviceCaches caches;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;
    private final Clock clock;

    DeviceService(
            DeviceRepository devices,
            DeviceCredentialsRepository credentials,
            DeviceProfileService profiles,
            TenantLimits limits,
            Relations relations,
            DeviceCaches caches,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.devices = devices;
        this.credentials = credentials;
        this.profiles = profiles;
        this.limits = limits;
        this.relations = relations;
        this.caches = caches;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** A new device that proves itself with the given credentials. */
    Device create(
            TenantId tenant,
            DeviceContent content,
            ProfileChoice profile,
            CredentialsContent secret) {
        long now = clock.millis();
        DeviceId id = new DeviceId(TimeOrderedUuid.at(now));
        Device created =
                inTransaction(
                        content,
                        () -> {
                            limits.requireRoom(tenant, EntityLimit.DEVICES);
                            devices.add(tenant, id, now, profileId(tenant, profile), content);
                            credentials.add(id, secret);
                            return load(tenant, id);
                        });
        caches.credentialsAdded(secret.id());
        events.publishEvent(new DeviceEvent.Created(tenant, id));
        log.info("Device {} of tenant {} created", id, tenant);
        return created;
    }

    /**
     * Changes a device, and what it proves itself with where that is given.
     *
     * @param stored the device as it is
     * @param version the version that the caller has seen; null: whichever it is
     */
    Device change(
            Device stored,
            DeviceContent content,
            ProfileChoice profile,
            @Nullable Long version,
            @Nullable CredentialsContent secret) {
        if (version != null && version != stored.version()) {
            throw conflict(stored.id());
        }
        DeviceCredentials former = credentialsOf(stored);
        Device changed =
                inTransaction(
                        content,
                        () -> {
                            DeviceProfileId profileId = profileId(stored.tenantId(), profile);
                            if (!devices.update(stored, profileId, content)) {
                                throw conflict(stored.id());
                            }
                            if (secret != null) {
                                replace(former, secret);
                            }
                            return load(stored.tenantId(), stored.id());
                        });
        caches.deviceChanged(stored, former.credentialsId());
        events.publishEvent(new DeviceEvent.Changed(stored.tenantId(), stored.id()));
        if (secret != null) {
            announceCredentials(stored, secret);
        }
        log.info("Device {} of tenant {} changed", stored.id(), stored.tenantId());
        return changed;
    }

    /** Assigns a device to a customer, or to nobody. */
    Device assign(Device stored, CustomerId customer) {
        return change(
                stored,
                DeviceContent.of(stored, customer),
                new ProfileChoice.Existing(stored.deviceProfileId()),
                null,
                null);
    }

    /** Deletes a device with its credentials and relations. */
    void delete(Device device) {
        DeviceCredentials former = credentialsOf(device);
        boolean deleted =
                Boolean.TRUE.equals(transaction.execute(_ -> deleteWithRelations(device)));
        if (!deleted) {
            return;
        }
        caches.deviceChanged(device, former.credentialsId());
        events.publishEvent(new DeviceEvent.Deleted(device.tenantId(), device.id()));
        log.info("Device {} of tenant {} deleted", device.id(), device.tenantId());
    }

    private boolean deleteWithRelations(Device device) {
        boolean deleted = devices.delete(device.tenantId(), device.id());
        relations.entityDeleted(device.tenantId(), device.entityId());
        return deleted;
    }

    /** What a device proves itself with. */
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
     * @param version the version that the caller has seen; null: whichever it is
     */
    DeviceCredentials changeCredentials(
            Device device, CredentialsContent secret, @Nullable Long version) {
        DeviceCredentials former = credentialsOf(device);
        if (version != null && version != former.version()) {
            throw conflict(device.id());
        }
        naming(
                () -> {
                    replace(former, secret);
                    return former;
                },
                device.name());
        caches.deviceChanged(device, former.credentialsId());
        announceCredentials(device, secret);
        return credentialsOf(device);
    }

    private void replace(DeviceCredentials former, CredentialsContent secret) {
        if (!credentials.update(former, secret)) {
            throw conflict(former.deviceId());
        }
    }

    private void announceCredentials(Device device, CredentialsContent secret) {
        caches.credentialsAdded(secret.id());
        events.publishEvent(new DeviceEvent.CredentialsChanged(device.tenantId(), device.id()));
        log.info("Credentials of device {} of tenant {} changed", device.id(), device.tenantId());
    }

    private DeviceProfileId profileId(TenantId tenant, ProfileChoice choice) {
        return switch (choice) {
            case ProfileChoice.Existing(DeviceProfileId id) -> id;
            case ProfileChoice.Named(String name) -> profiles.findOrAdd(tenant, name).id();
            case ProfileChoice.Default() -> profiles.defaultOf(tenant).id();
        };
    }

    private Device load(TenantId tenant, DeviceId id) {
        return devices.find(tenant, id.id()).orElseThrow(() -> conflict(id));
    }

    private Device inTransaction(DeviceContent content, Supplier<Device> work) {
        return naming(() -> transaction.execute(_ -> work.get()), content.name());
    }

    /** Says which field it was, where a constraint of the schema refuses it. */
    private static <T> T naming(Supplier<T> work, String deviceName) {
        try {
            return work.get();
        } catch (DataIntegrityViolationException violation) {
            throw switch (Constraints.violatedBy(violation)) {
                case "device_name_key" ->
                        ApiException.badRequest(
                                "name: a device '%s' exists already".formatted(deviceName));
                case "device_credentials_id_key" ->
                        ApiException.badRequest(
                                "credentialsId: these credentials are taken; choose others");
                case "device_customer_fkey" ->
                        ApiException.badRequest("customerId: the tenant has no such customer");
                default -> violation;
            };
        }
    }

    private static ApiException conflict(DeviceId id) {
        return ApiException.versionConflict(
                "Device %s was changed by somebody else; load it again".formatted(id));
    }
}
