// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.tenantprofile.TenantProfileService;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes and changes tenants. */
@Component
public final class Tenants {

    private static final Logger log = LoggerFactory.getLogger(Tenants.class);

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

    /** A new tenant with all that its initializers give it, or none at all. Joins a transaction that is there. */
    public Tenant create(String title) {
        return create(TenantContent.titled(title));
    }

    /** A new tenant, as {@link #create(String)} makes it. */
    Tenant create(TenantContent content) {
        long now = clock.millis();
        TenantId id = new TenantId(TimeOrderedUuid.at(now));
        List<TenantInitializer> steps = initializers.orderedStream().toList();
        naming(
                content,
                () ->
                        transaction.executeWithoutResult(_ -> {
                            TenantProfileId wanted = content.profile();
                            TenantProfileId profile =
                                    wanted == null ? profiles.defaultId() : wanted;
                            Runnable queues = profiles.providingQueues(id, profile);
                            tenants.add(id, now, content, profile);
                            queues.run();
                            steps.forEach(step -> step.initialize(id));
                            announceOnceCommitted(id);
                        }));
        log.info("Tenant {} created", id);
        return load(id);
    }

    private void announceOnceCommitted(TenantId tenant) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        events.publishEvent(new TenantChanged(tenant));
                    }
                });
    }

    /**
     * Changes a tenant.
     *
     * @param stored the tenant as it is
     * @param version the version that the caller has seen; null: whichever it is
     */
    Tenant change(Tenant stored, TenantContent content, @Nullable Long version) {
        if (version != null && version != stored.version()) {
            throw conflict(stored.id());
        }
        naming(content, () -> transaction.executeWithoutResult(_ -> update(stored, content)));
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
            throw conflict(stored.id());
        }
        queues.run();
    }

    private Tenant load(TenantId id) {
        return tenants.find(id, id.id()).orElseThrow(() -> conflict(id));
    }

    /** Says which field it was, where a constraint of the schema refuses it. */
    private static void naming(TenantContent content, Runnable work) {
        try {
            work.run();
        } catch (DataIntegrityViolationException violation) {
            throw switch (Constraints.violatedBy(violation)) {
                case "tenant_title_key" ->
                        ApiException.badRequest(
                                "title: a tenant '%s' exists already".formatted(content.title()));
                case "tenant_profile_fkey" ->
                        ApiException.badRequest(
                                "tenantProfileId: there is no tenant profile %s"
                                        .formatted(content.profile()));
                default -> violation;
            };
        }
    }

    private static ApiException conflict(TenantId id) {
        return ApiException.versionConflict(
                "Tenant %s was changed by somebody else; load it again".formatted(id));
    }
}
