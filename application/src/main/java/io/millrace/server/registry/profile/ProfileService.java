// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.queue.QueueReferences;
import io.millrace.server.registry.tenant.TenantInitializer;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.support.TransactionTemplate;

/** Adds, changes and deletes the profiles of one kind. Every tenant has a default profile from the start. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class ProfileService<P extends EntityProfile> implements TenantInitializer {

    private static final Logger log = LoggerFactory.getLogger(ProfileService.class);

    private final ProfileKind<P> kind;
    private final EntityNoun noun;
    private final Refusals refusals;
    private final ProfileRepository<P> profiles;
    private final QueueReferences queues;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final Consumer<P> changed;

    ProfileService(
            ProfileRepository<P> profiles,
            QueueReferences queues,
            TransactionTemplate transaction,
            Clock clock,
            Consumer<P> changed) {
        this.kind = profiles.kind();
        this.noun = kind.noun();
        this.refusals = kind.allRefusals();
        this.profiles = profiles;
        this.queues = queues;
        this.transaction = transaction;
        this.clock = clock;
        this.changed = changed;
    }

    /** The type of the profiles. */
    public EntityType type() {
        return kind.type();
    }

    @Override
    public void initialize(TenantId tenant) {
        if (insert(tenant, kind.named(ProfileKind.DEFAULT_NAME), true).isEmpty()) {
            throw new IllegalStateException(
                    "The new tenant %s has a default %s already"
                            .formatted(tenant, noun.singular()));
        }
    }

    /** The profile for entities that name none. */
    public P defaultOf(TenantId tenant) {
        return profiles.findDefault(tenant)
                .orElseThrow(() ->
                        ApiException.notFound("The tenant has no default " + noun.singular()));
    }

    /** The id of the profile with a name; adds a missing one in the transaction of the caller, if there is one. */
    public UUID findOrAdd(TenantId tenant, String name) {
        return profiles.idOf(tenant, name)
                .or(() -> insert(tenant, kind.named(name), false))
                // Another transaction has added it between the two statements.
                .or(() -> profiles.idOf(tenant, name))
                .orElseThrow(() ->
                        new IllegalStateException(
                                "%s '%s' of tenant %s was deleted while an entity chose it"
                                        .formatted(noun.capitalized(), name, tenant)));
    }

    private Optional<UUID> insert(TenantId tenant, ProfileContent content, boolean isDefault) {
        long now = clock.millis();
        UUID id = TimeOrderedUuid.at(now);
        return profiles.add(tenant, id, now, content, isDefault)
                ? Optional.of(id)
                : Optional.empty();
    }

    ProfileRepository<P> profiles() {
        return profiles;
    }

    /** Adds a profile of which only the name, the description and the rule chain are known. */
    public P add(TenantId tenant, String name, String description, RuleChainId chain) {
        return add(tenant, ProfileContent.checked(name, description, chain, null, kind.initial()));
    }

    P add(TenantId tenant, ProfileContent content) {
        UUID id =
                holdingQueue(tenant, content, () -> insert(tenant, content, false))
                        .orElseThrow(() -> refusals.nameTaken(content.name()));
        log.info("{} {} of tenant {} added", noun.capitalized(), id, tenant);
        return load(tenant, id);
    }

    /**
     * Changes a profile.
     *
     * @param stored the profile as it was read
     * @param seen version that the caller has seen; null: any
     */
    P change(P stored, ProfileContent content, @Nullable Long seen) {
        UUID id = stored.entityId().id();
        refusals.requireVersion(seen, stored.version(), id);
        if (!holdingQueue(stored.tenantId(), content, () -> profiles.update(stored, content))) {
            throw refusals.conflict(id);
        }
        announce(stored, "changed");
        return load(stored.tenantId(), id);
    }

    /** Makes a profile the default one of its tenant. */
    P makeDefault(P profile) {
        transaction.executeWithoutResult(_ -> profiles.makeDefault(profile));
        announce(profile, "made the default");
        return load(profile.tenantId(), profile.entityId().id());
    }

    /** Deletes a profile that is neither the default nor in use. */
    void delete(P profile) {
        boolean deleted =
                !profile.isDefault()
                        && refusals.explain(
                                profile.name(),
                                () -> profiles.delete(profile.tenantId(), profile.entityId().id()));
        if (!deleted) {
            throw ApiException.badRequest(
                    "The default %s cannot be deleted; make another one the default first"
                            .formatted(noun.singular()));
        }
        announce(profile, "deleted");
    }

    private void announce(P profile, String change) {
        changed.accept(profile);
        log.info(
                "{} {} of tenant {} {}",
                noun.capitalized(),
                profile.entityId().id(),
                profile.tenantId(),
                change);
    }

    private P load(TenantId tenant, UUID id) {
        return profiles.find(tenant, id).orElseThrow(() -> refusals.conflict(id));
    }

    /** Makes a change while the queue of the content cannot be deleted. */
    private <T> T holdingQueue(TenantId tenant, ProfileContent content, Supplier<T> change) {
        return refusals.explain(
                content.name(),
                () ->
                        queues.holding(
                                tenant, content.defaultQueueName(), noun.capitalized(), change));
    }
}
