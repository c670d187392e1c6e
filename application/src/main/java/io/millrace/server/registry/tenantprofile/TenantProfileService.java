// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.queue.QueueDocument;
import io.millrace.server.registry.queue.TenantQueues;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Makes, changes and deletes tenant profiles, and tells what they say of a tenant. */
@Component
public final class TenantProfileService {

    private static final Logger log = LoggerFactory.getLogger(TenantProfileService.class);

    private final TenantProfileRepository profiles;
    private final TenantQueues queues;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    TenantProfileService(
            TenantProfileRepository profiles,
            TenantQueues queues,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.profiles = profiles;
        this.queues = queues;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** The profile for tenants that name none. */
    public TenantProfileId defaultId() {
        return profiles.findDefault().id();
    }

    /**
     * A tenant's share of the room in the engine: above 0, at most 100; 1 is everybody's who says nothing. Empty where there
     * is no such tenant.
     */
    public Optional<ProfileValue<Double>> weightOf(TenantId tenant) {
        return valueOf(tenant, ProfileData::weightOf);
    }

    /** Where a tenant's nodes may connect to besides what all may; empty where there is no such tenant. */
    public Optional<ProfileValue<AllowedTargets>> outgoingAllowOf(TenantId tenant) {
        return valueOf(tenant, ProfileData::outgoingAllowOf);
    }

    private <T> Optional<ProfileValue<T>> valueOf(TenantId tenant, Function<JsonNode, T> value) {
        return profiles.findByTenant(tenant)
                .map(profile ->
                        new ProfileValue<>(profile.id(), value.apply(profile.profileData())));
    }

    /** What a tenant's profile says of something, and which profile that is. */
    public record ProfileValue<T>(TenantProfileId profile, T value) {}

    /**
     * Gives a tenant the queues that a profile describes, in the caller's transaction; until it ends the profile stays as it
     * is. To be called before the tenant itself is touched: a change of the profile locks in this order.
     *
     * @return what is to be done once the tenant has the profile
     */
    public Runnable providingQueues(TenantId tenant, TenantProfileId profile) {
        List<QueueDocument> described =
                profiles.hold(profile)
                        .map(TenantProfile::queues)
                        .orElse(ProfileQueues.NONE)
                        .documents();
        return () -> {
            Set<String> _ = queues.provide(List.of(tenant), described);
        };
    }

    /** Makes up for queues that tenants of isolated profiles do not have, since nobody made them then. */
    void provideMissingQueues() {
        for (TenantProfile profile : profiles.withoutQueues()) {
            try {
                transaction.executeWithoutResult(
                        _ -> profiles.hold(profile.id()).ifPresent(this::provideQueues));
            } catch (ApiException e) {
                log.warn(
                        "Tenants of profile {} keep using the shared queues: {}",
                        profile.name(),
                        e.getMessage());
            }
        }
    }

    private void provideQueues(TenantProfile profile) {
        Set<String> _ =
                queues.provide(profiles.holdTenants(profile.id()), profile.queues().documents());
    }

    TenantProfile add(TenantProfileContent content) {
        try {
            TenantProfileId id = profiles.add(content);
            log.info("Tenant profile {} added", id);
            return profiles.find(id.id()).orElseThrow(() -> notFound(id));
        } catch (DuplicateKeyException _) {
            throw nameTaken(content.name());
        }
    }

    /**
     * Changes a profile.
     *
     * @param version the version that the caller has seen; null: whichever it is
     */
    SavedTenantProfile change(
            TenantProfile stored, TenantProfileContent content, @Nullable Long version) {
        if (version != null && version != stored.version()) {
            throw conflict(stored.id());
        }
        List<String> warnings = new ArrayList<>(content.queues().warnings());
        try {
            transaction.executeWithoutResult(_ -> warnings.addAll(update(stored, content)));
        } catch (DuplicateKeyException _) {
            throw nameTaken(content.name());
        }
        events.publishEvent(new TenantProfileChanged(stored.id()));
        log.info("Tenant profile {} changed", stored.id());
        TenantProfile changed =
                profiles.find(stored.id().id()).orElseThrow(() -> conflict(stored.id()));
        return new SavedTenantProfile(changed, warnings);
    }

    /** The profile with the queues of its tenants; what stays otherwise than it says. */
    private Set<String> update(TenantProfile stored, TenantProfileContent content) {
        if (!profiles.update(stored, content)) {
            throw conflict(stored.id());
        }
        if (!stored.isolatedTbRuleEngine() && !content.isolatedTbRuleEngine()) {
            return Set.of();
        }
        return queues.provide(profiles.holdTenants(stored.id()), content.queues().documents());
    }

    /** Makes a profile the one of tenants that name none; those that are there keep theirs. */
    TenantProfile makeDefault(TenantProfileId id) {
        boolean exists = Boolean.TRUE.equals(transaction.execute(_ -> profiles.makeDefault(id)));
        if (!exists) {
            throw notFound(id);
        }
        log.info("Tenant profile {} is now the default", id);
        return profiles.find(id.id()).orElseThrow(() -> notFound(id));
    }

    /** Deletes a profile that no tenant has and that is not the default one. */
    void delete(TenantProfile profile) {
        boolean deleted;
        try {
            deleted = profiles.delete(profile.id());
        } catch (DataIntegrityViolationException violation) {
            throw Constraints.violatedBy(violation).equals("tenant_profile_fkey")
                    ? ApiException.badRequest(
                            "The tenant profile '%s' cannot be deleted: tenants have it"
                                    .formatted(profile.name()))
                    : violation;
        }
        if (deleted) {
            log.info("Tenant profile {} deleted", profile.id());
        } else if (profiles.find(profile.id().id()).isPresent()) {
            throw ApiException.badRequest(
                    "The default tenant profile cannot be deleted; make another one the default first");
        }
    }

    static ApiException notFound(TenantProfileId id) {
        return ApiException.notFound("Tenant profile with id [%s] is not found".formatted(id));
    }

    private static ApiException nameTaken(String name) {
        return ApiException.badRequest(
                "name: a tenant profile '%s' exists already".formatted(name));
    }

    private static ApiException conflict(TenantProfileId id) {
        return ApiException.versionConflict(
                "Tenant profile %s was changed by somebody else; load it again".formatted(id));
    }
}
