// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.assetprofile.AssetProfileService;
import io.millrace.server.registry.relation.Relations;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes, changes and deletes assets. */
@Component
final class AssetService {

    private static final Logger log = LoggerFactory.getLogger(AssetService.class);

    private final AssetRepository assets;
    private final AssetProfileService profiles;
    private final TenantLimits limits;
    private final Relations relations;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;
    private final Clock clock;

    AssetService(
            AssetRepository assets,
            AssetProfileService profiles,
            TenantLimits limits,
            Relations relations,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.assets = assets;
        this.profiles = profiles;
        this.limits = limits;
        this.relations = relations;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    Asset create(TenantId tenant, AssetContent content, ProfileChoice profile) {
        long now = clock.millis();
        AssetId id = new AssetId(TimeOrderedUuid.at(now));
        inTransaction(
                content,
                () -> {
                    limits.requireRoom(tenant, EntityLimit.ASSETS);
                    assets.add(tenant, id, now, profileId(tenant, profile), content);
                });
        // A message may have asked for it in vain.
        events.publishEvent(new AssetChanged(tenant, id));
        log.info("Asset {} of tenant {} created", id, tenant);
        return load(tenant, id);
    }

    /**
     * Changes an asset.
     *
     * @param stored the asset as it is
     * @param version the version that the caller has seen; null: whichever it is
     */
    Asset change(
            Asset stored, AssetContent content, ProfileChoice profile, @Nullable Long version) {
        if (version != null && version != stored.version()) {
            throw conflict(stored.id());
        }
        TenantId tenant = stored.tenantId();
        inTransaction(
                content,
                () -> {
                    if (!assets.update(stored, profileId(tenant, profile), content)) {
                        throw conflict(stored.id());
                    }
                });
        events.publishEvent(new AssetChanged(tenant, stored.id()));
        log.info("Asset {} of tenant {} changed", stored.id(), tenant);
        return load(tenant, stored.id());
    }

    /** Assigns an asset to a customer, or to nobody. */
    Asset assign(Asset stored, CustomerId customer) {
        return change(
                stored,
                AssetContent.of(stored, customer),
                new ProfileChoice.Existing(stored.assetProfileId()),
                null);
    }

    /** Deletes an asset with its relations. */
    void delete(Asset asset) {
        transaction.executeWithoutResult(_ -> {
            assets.delete(asset.tenantId(), asset.id());
            relations.entityDeleted(asset.tenantId(), asset.entityId());
        });
        events.publishEvent(new AssetChanged(asset.tenantId(), asset.id()));
        log.info("Asset {} of tenant {} deleted", asset.id(), asset.tenantId());
    }

    private AssetProfileId profileId(TenantId tenant, ProfileChoice choice) {
        return switch (choice) {
            case ProfileChoice.Existing(AssetProfileId id) -> id;
            case ProfileChoice.Named(String name) -> profiles.findOrAdd(tenant, name);
            case ProfileChoice.Default() -> profiles.defaultOf(tenant).id();
        };
    }

    private Asset load(TenantId tenant, AssetId id) {
        return assets.find(tenant, id.id()).orElseThrow(() -> conflict(id));
    }

    /** Says which field it was, where a constraint of the schema refuses it. */
    private void inTransaction(AssetContent content, Runnable work) {
        try {
            transaction.executeWithoutResult(_ -> work.run());
        } catch (DataIntegrityViolationException violation) {
            throw switch (Constraints.violatedBy(violation)) {
                case "asset_name_key" ->
                        ApiException.badRequest(
                                "name: an asset '%s' exists already".formatted(content.name()));
                case "asset_customer_fkey" ->
                        ApiException.badRequest("customerId: the tenant has no such customer");
                default -> violation;
            };
        }
    }

    private static ApiException conflict(AssetId id) {
        return ApiException.versionConflict(
                "Asset %s was changed by somebody else; load it again".formatted(id));
    }
}
