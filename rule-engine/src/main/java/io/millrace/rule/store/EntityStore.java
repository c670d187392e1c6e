// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the entities that administrators manage: tenants, customers, users, assets, devices, rule chains. While the
 * store is unavailable, its stages stay incomplete; they do not fail.
 */
public interface EntityStore {

    /** Returns a tenant's entity, or the tenant itself; empty if the tenant has no such entity. */
    CompletionStage<Optional<Entity>> find(TenantId tenant, EntityId id);

    /**
     * Returns the tenant's entity of that type with exactly that name: a customer's title, a user's email address.
     * Empty if there is none, and for types without unique names.
     */
    CompletionStage<Optional<EntityId>> findByName(TenantId tenant, EntityType type, String name);

    /**
     * An entity.
     *
     * @param name title, email address or name
     * @param customer the customer that it is assigned to or belongs to, or null; always null for a customer
     * @param fields the entity in the form of the REST API, with every id as the text of its UUID; must not be changed
     */
    record Entity(EntityId id, String name, @Nullable CustomerId customer, ObjectNode fields) {}
}
