// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.queue.QueueDocument;
import io.millrace.server.registry.queue.TenantQueues;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Adds, changes and deletes tenant profiles, and reads the values that apply to a tenant. */
@Component
public final class TenantProfileService {

    private static final Logger log = LoggerFactory.getLogger(TenantProfileService.class);

    private static final Refusals REFUSALS =
            new Refusals(
                    EntityNoun.of(EntityType.TENANT_PROFILE),
                    "name",
                    "tenant_profile_name_key",
                    Map.of());

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

    /** What the profile of a tenant says; empty if the tenant does not exist. */
    public Optional<ProfileValues> valuesOf(TenantId tenant) {
        return profiles.findByTenant(tenant)
                .map(profile -> ProfileData.valuesOf(profile.id(), profile.profileData()));
    }

    /**
     * Gives a tenant the queues that a profile describes, in the transaction of the caller, which locks the profile.
     * Call it before the tenant is changed: a change of the profile locks in this order, too.
     *
     * @return adds the queues; run it when the tenant has the profile
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

    /** Adds missing queues of tenants with isolated profiles, which earlier releases did not add. */
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
        TenantProfileId id = REFUSALS.explain(content.name(), () -> profiles.add(content));
        log.info("Tenant profile {} added", id);
        return profiles.find(id.id()).orElseThrow(() -> notFound(id));
    }

    /**
     * Changes a profile.
     *
     * @param version version that the caller has seen; null: any
     */
    SavedTenantProfile change(
            TenantProfile stored, TenantProfileContent content, @Nullable Long version) {
        REFUSALS.requireVersion(version, stored.version(), stored.id().id());
        List<String> warnings = new ArrayList<>(content.queues().warnings());
        REFUSALS.explain(
                content.name(),
                () -> {
                    transaction.executeWithoutResult(_ -> warnings.addAll(update(stored, content)));
                    return warnings;
                });
        events.publishEvent(new TenantProfileChanged(stored.id()));
        log.info("Tenant profile {} changed", stored.id());
        TenantProfile changed =
                profiles.find(stored.id().id())
                        .orElseThrow(() -> REFUSALS.conflict(stored.id().id()));
        return new SavedTenantProfile(changed, warnings);
    }

    /** Updates the profile and the queues of its tenants. Returns warnings about queues that differ from it. */
    private Set<String> update(TenantProfile stored, TenantProfileContent content) {
        if (!profiles.update(stored, content)) {
            throw REFUSALS.conflict(stored.id().id());
        }
        if (!stored.isolatedTbRuleEngine() && !content.isolatedTbRuleEngine()) {
            return Set.of();
        }
        return queues.provide(profiles.holdTenants(stored.id()), content.queues().documents());
    }

    /** Makes a profile the default one of new tenants; existing tenants keep theirs. */
    TenantProfile makeDefault(TenantProfileId id) {
        boolean exists = Boolean.TRUE.equals(transaction.execute(_ -> profiles.makeDefault(id)));
        if (!exists) {
            throw notFound(id);
        }
        log.info("Tenant profile {} is now the default", id);
        return profiles.find(id.id()).orElseThrow(() -> notFound(id));
    }

    /** Deletes a profile that is neither the default nor in use. */
    void delete(TenantProfile profile) {
        String inUse =
                "The tenant profile '%s' cannot be deleted: tenants have it"
                        .formatted(profile.name());
        boolean deleted =
                REFUSALS.with("tenant_profile_fkey", inUse)
                        .explain(profile.name(), () -> profiles.delete(profile.id()));
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
}
