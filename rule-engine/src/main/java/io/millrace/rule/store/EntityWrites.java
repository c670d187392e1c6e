// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes the entities that administrators manage. Making a change again changes nothing. While the store is
 * unavailable, its stages stay incomplete; they do not fail.
 *
 * <p>Changes take the lease of the write, or null: a single instance needs no lease. If the lease has ended, the change
 * fails and changes nothing.
 */
public interface EntityWrites {

    /**
     * Returns the tenant's entity of a type with exactly that name, and creates it if there is none. Of several calls at
     * once, one creates it.
     *
     * @return completes when the entity is on disk; fails if it cannot be created, for example because the tenant may
     *     have no more entities of the type
     */
    CompletionStage<Found> findOrCreate(TenantId tenant, NewEntity entity, @Nullable Lease lease);

    /**
     * Assigns a device, an asset or an entity view to a customer.
     *
     * @param customer null: to no customer
     * @return completes when the assignment is on disk; fails if the entity or the customer does not exist
     */
    CompletionStage<Void> assign(
            TenantId tenant, EntityId entity, @Nullable CustomerId customer, @Nullable Lease lease);

    /**
     * An entity to create if it is missing.
     *
     * @param type {@code DEVICE}, {@code ASSET} or {@code CUSTOMER}
     * @param name name; a customer's title
     * @param profile name of the profile of a new device or asset, which is created too if it is missing; null: the
     *     tenant's default profile
     */
    record NewEntity(EntityType type, String name, @Nullable String profile) {}

    /**
     * An entity that exists.
     *
     * @param created the entity in the form of the REST API if the call has created it; null if it existed before. Must
     *     not be changed
     */
    record Found(EntityId id, @Nullable ObjectNode created) {}
}
