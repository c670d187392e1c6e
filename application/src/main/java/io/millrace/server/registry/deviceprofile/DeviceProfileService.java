// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.queue.QueueReferences;
import io.millrace.server.registry.tenant.TenantInitializer;
import io.millrace.server.web.api.ApiException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes, changes and deletes device profiles. Every tenant has a profile {@code default} from the start. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class DeviceProfileService implements TenantInitializer {

    /** Name of the profile that a new tenant has. */
    public static final String DEFAULT_NAME = "default";

    private static final Logger log = LoggerFactory.getLogger(DeviceProfileService.class);

    private final DeviceProfileRepository profiles;
    private final QueueReferences queues;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    DeviceProfileService(
            DeviceProfileRepository profiles,
            QueueReferences queues,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.profiles = profiles;
        this.queues = queues;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    @Override
    public void initialize(TenantId tenant) {
        if (profiles.add(tenant, DeviceProfileContent.named(DEFAULT_NAME), true).isEmpty()) {
            throw new IllegalStateException(
                    "A new tenant has a default profile already: " + tenant);
        }
    }

    /** The profile for devices that name none. */
    public DeviceProfile defaultOf(TenantId tenant) {
        return profiles.findDefault(tenant)
                .orElseThrow(
                        () -> ApiException.notFound("The tenant has no default device profile"));
    }

    /** The profile of a name; one is made where the tenant has none yet. Joins a transaction that is there. */
    public DeviceProfile findOrAdd(TenantId tenant, String name) {
        return profiles.findByName(tenant, name)
                .or(() -> profiles.add(tenant, DeviceProfileContent.named(name), false))
                // Somebody else has added it between the two.
                .or(() -> profiles.findByName(tenant, name))
                .orElseThrow(() -> new IllegalStateException("Device profile vanished: " + name));
    }

    DeviceProfile add(TenantId tenant, DeviceProfileContent content) {
        DeviceProfile added =
                refusingWhatIsMissing(tenant, content, () -> profiles.add(tenant, content, false))
                        .orElseThrow(() -> nameTaken(content.name()));
        log.info("Device profile {} of tenant {} added", added.id(), tenant);
        return added;
    }

    /**
     * Changes a profile.
     *
     * @param stored the profile as it is
     * @param version the version that the caller has seen; null: whichever it is
     */
    DeviceProfile change(
            DeviceProfile stored, DeviceProfileContent content, @Nullable Long version) {
        if (version != null && version != stored.version()) {
            throw conflict(stored.id());
        }
        if (!update(stored, content)) {
            throw conflict(stored.id());
        }
        events.publishEvent(new DeviceProfileChanged(stored.tenantId(), stored.id()));
        log.info("Device profile {} of tenant {} changed", stored.id(), stored.tenantId());
        Optional<DeviceProfile> changed = profiles.find(stored.tenantId(), stored.id().id());
        return changed.orElseThrow(() -> conflict(stored.id()));
    }

    /** Makes a profile the one for devices that name none. */
    DeviceProfile makeDefault(DeviceProfile profile) {
        transaction.executeWithoutResult(_ -> profiles.makeDefault(profile));
        events.publishEvent(new DeviceProfileChanged(profile.tenantId(), profile.id()));
        log.info("Device profile {} of tenant {} is the default", profile.id(), profile.tenantId());
        return profiles.find(profile.tenantId(), profile.id().id())
                .orElseThrow(() -> conflict(profile.id()));
    }

    /** Deletes a profile that is neither the default nor in use. */
    void delete(DeviceProfile profile) {
        try {
            if (profile.isDefault() || !profiles.delete(profile)) {
                throw ApiException.badRequest(
                        "The default device profile cannot be deleted; make another one the default first");
            }
        } catch (DataIntegrityViolationException violation) {
            throw Constraints.violatedBy(violation).equals("device_profile_fkey")
                    ? ApiException.badRequest(
                            "Devices use the device profile; it cannot be deleted")
                    : violation;
        }
        events.publishEvent(new DeviceProfileChanged(profile.tenantId(), profile.id()));
        log.info("Device profile {} of tenant {} deleted", profile.id(), profile.tenantId());
    }

    private boolean update(DeviceProfile stored, DeviceProfileContent content) {
        try {
            return refusingWhatIsMissing(
                    stored.tenantId(), content, () -> profiles.update(stored, content));
        } catch (DuplicateKeyException _) {
            throw nameTaken(content.name());
        }
    }

    private <T> T refusingWhatIsMissing(
            TenantId tenant, DeviceProfileContent content, Supplier<T> change) {
        try {
            return queues.holding(tenant, content.defaultQueueName(), "Device profile", change);
        } catch (DataIntegrityViolationException violation) {
            throw Constraints.violatedBy(violation).equals("device_profile_rule_chain_fkey")
                    ? ApiException.badRequest(
                            "defaultRuleChainId: the tenant has no such rule chain")
                    : violation;
        }
    }

    private static ApiException nameTaken(String name) {
        return ApiException.badRequest(
                "name: a device profile '%s' exists already".formatted(name));
    }

    private static ApiException conflict(DeviceProfileId id) {
        return ApiException.versionConflict(
                "Device profile %s was changed by somebody else; load it again".formatted(id));
    }
}
