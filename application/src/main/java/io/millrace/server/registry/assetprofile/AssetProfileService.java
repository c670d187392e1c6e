// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.queue.QueueReferences;
import io.millrace.server.registry.tenant.TenantInitializer;
import io.millrace.server.web.api.ApiException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes, changes and deletes asset profiles. Every tenant has a profile {@code default} from the start. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class AssetProfileService implements TenantInitializer {

    /** Name of the profile that a new tenant has; the migration gives it to those that were there before. */
    private static final String DEFAULT_NAME = "default";

    private static final Logger log = LoggerFactory.getLogger(AssetProfileService.class);

    private final AssetProfileRepository profiles;
    private final QueueReferences queues;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    AssetProfileService(
            AssetProfileRepository profiles,
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
        if (profiles.add(tenant, AssetProfileContent.named(DEFAULT_NAME), true).isEmpty()) {
            throw new IllegalStateException(
                    "A new tenant has a default asset profile already: " + tenant);
        }
    }

    /** The profile for assets that name none. */
    public AssetProfile defaultOf(TenantId tenant) {
        return profiles.findDefault(tenant)
                .orElseThrow(
                        () -> ApiException.notFound("The tenant has no default asset profile"));
    }

    /** The profile of a name; one is made where the tenant has none yet. Joins a transaction that is there. */
    public AssetProfileId findOrAdd(TenantId tenant, String name) {
        return profiles.findByName(tenant, name)
                .map(AssetProfile::id)
                .or(() -> profiles.add(tenant, AssetProfileContent.named(name), false))
                // Somebody else has added it between the two.
                .or(() -> profiles.findByName(tenant, name).map(AssetProfile::id))
                .orElseThrow(() -> new IllegalStateException("Asset profile vanished: " + name));
    }

    AssetProfile add(TenantId tenant, AssetProfileContent content) {
        AssetProfileId id =
                naming(tenant, content, () -> profiles.add(tenant, content, false))
                        .orElseThrow(() -> nameTaken(content.name()));
        log.info("Asset profile {} of tenant {} added", id, tenant);
        return load(tenant, id);
    }

    /**
     * Changes a profile.
     *
     * @param stored the profile as it is
     * @param version the version that the caller has seen; null: whichever it is
     */
    AssetProfile change(AssetProfile stored, AssetProfileContent content, @Nullable Long version) {
        if (version != null && version != stored.version()) {
            throw conflict(stored.id());
        }
        if (!naming(stored.tenantId(), content, () -> profiles.update(stored, content))) {
            throw conflict(stored.id());
        }
        announce(stored, "changed");
        return load(stored.tenantId(), stored.id());
    }

    /** Makes a profile the one for assets that name none. */
    AssetProfile makeDefault(AssetProfile profile) {
        transaction.executeWithoutResult(_ -> profiles.makeDefault(profile));
        announce(profile, "is the default");
        return load(profile.tenantId(), profile.id());
    }

    /** Deletes a profile that is neither the default nor in use. */
    void delete(AssetProfile profile) {
        try {
            if (profile.isDefault() || !profiles.delete(profile)) {
                throw ApiException.badRequest(
                        "The default asset profile cannot be deleted; make another one the default first");
            }
        } catch (DataIntegrityViolationException violation) {
            throw Constraints.violatedBy(violation).equals("asset_profile_fkey")
                    ? ApiException.badRequest("Assets use the asset profile; it cannot be deleted")
                    : violation;
        }
        announce(profile, "deleted");
    }

    private void announce(AssetProfile profile, String what) {
        events.publishEvent(new AssetProfilesChanged(profile.tenantId()));
        log.info("Asset profile {} of tenant {} {}", profile.id(), profile.tenantId(), what);
    }

    private AssetProfile load(TenantId tenant, AssetProfileId id) {
        return profiles.find(tenant, id.id()).orElseThrow(() -> conflict(id));
    }

    /** Says which field it was, where something refuses it. */
    private <T> T naming(TenantId tenant, AssetProfileContent content, Supplier<T> change) {
        try {
            return queues.holding(tenant, content.defaultQueueName(), "Asset profile", change);
        } catch (DataIntegrityViolationException violation) {
            throw switch (Constraints.violatedBy(violation)) {
                case "asset_profile_name_key" -> nameTaken(content.name());
                case "asset_profile_rule_chain_fkey" ->
                        ApiException.badRequest(
                                "defaultRuleChainId: the tenant has no such rule chain");
                default -> violation;
            };
        }
    }

    private static ApiException nameTaken(String name) {
        return ApiException.badRequest(
                "name: an asset profile '%s' exists already".formatted(name));
    }

    private static ApiException conflict(AssetProfileId id) {
        return ApiException.versionConflict(
                "Asset profile %s was changed by somebody else; load it again".formatted(id));
    }
}
