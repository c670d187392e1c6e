// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.AfterCommit;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.tenantprofile.TenantProfileService;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Adds and changes tenants. */
@Component
public final class Tenants {

    private static final Logger log = LoggerFactory.getLogger(Tenants.class);

    private static final Refusals REFUSALS =
            new Refusals(EntityNoun.of(EntityType.TENANT), "title", "tenant_title_key", Map.of());

    private final TenantRepository tenants;
    private final TenantProfileService profiles;
    private final TransactionTemplate transaction;
    private final ObjectProvider<TenantInitializer> initializers;
    private final ApplicationEventPublisher events;
    private final Clock clock;

    Tenants(
            TenantRepository tenants,
            TenantProfileService profiles,
            PlatformTransactionManager transactions,
            ObjectProvider<TenantInitializer> initializers,
            ApplicationEventPublisher events,
            Clock clock) {
        this.tenants = tenants;
        this.profiles = profiles;
        this.transaction = new TransactionTemplate(transactions);
        this.initializers = initializers;
        this.events = events;
        this.clock = clock;
    }

    /** Adds a tenant and runs all initializers in one transaction; joins that of the caller, if there is one. */
    public Tenant create(String title) {
        return create(TenantContent.titled(title));
    }

    /** The same with further content. */
    Tenant create(TenantContent content) {
        long now = clock.millis();
        TenantId id = new TenantId(TimeOrderedUuid.at(now));
        List<TenantInitializer> steps = initializers.orderedStream().toList();
        inTransaction(
                content,
                () -> {
                    TenantProfileId wanted = content.profile();
                    TenantProfileId profile = wanted == null ? profiles.defaultId() : wanted;
                    Runnable queues = profiles.providingQueues(id, profile);
                    tenants.add(id, now, content, profile);
                    queues.run();
                    steps.forEach(step -> step.initialize(id));
                    AfterCommit.run(() -> events.publishEvent(new TenantChanged(id)));
                });
        log.info("Tenant {} created", id);
        return load(id);
    }

    /**
     * Changes a tenant.
     *
     * @param stored the tenant as it was read
     * @param version version that the caller has seen; null: any
     */
    Tenant change(Tenant stored, TenantContent content, @Nullable Long version) {
        REFUSALS.requireVersion(version, stored.version(), stored.id().id());
        inTransaction(content, () -> update(stored, content));
        events.publishEvent(new TenantChanged(stored.id()));
        log.info("Tenant {} changed", stored.id());
        return load(stored.id());
    }

    private void update(Tenant stored, TenantContent content) {
        TenantProfileId before = stored.tenantProfileId();
        TenantProfileId profile = Objects.requireNonNullElse(content.profile(), before);
        Runnable queues =
                profile.equals(before) ? () -> {} : profiles.providingQueues(stored.id(), profile);
        if (!tenants.update(stored, content, profile)) {
            throw REFUSALS.conflict(stored.id().id());
        }
        queues.run();
    }

    private Tenant load(TenantId id) {
        return tenants.find(id, id.id()).orElseThrow(() -> REFUSALS.conflict(id.id()));
    }

    private void inTransaction(TenantContent content, Runnable work) {
        Refusals refusals =
                REFUSALS.with(
                        "tenant_profile_fkey",
                        "tenantProfileId: there is no tenant profile " + content.profile());
        refusals.explain(
                content.title(),
                () -> {
                    transaction.executeWithoutResult(_ -> work.run());
                    return content;
                });
    }
}
