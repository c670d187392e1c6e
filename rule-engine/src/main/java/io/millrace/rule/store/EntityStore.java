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
 * Reads what administrators keep: tenants, customers, users, assets, devices, rule chains. While the store cannot be
 * reached, its answers wait; they do not fail.
 */
public interface EntityStore {

    /** A tenant's entity, the tenant itself among them; empty where the tenant has no such entity. */
    CompletionStage<Optional<Entity>> find(TenantId tenant, EntityId id);

    /**
     * The tenant's entity of that type with exactly that name: a customer's title, a user's email address. Empty where
     * there is none, and for types that have no unique name.
     */
    CompletionStage<Optional<EntityId>> findByName(TenantId tenant, EntityType type, String name);

    /**
     * An entity.
     *
     * @param name what people call it: title, email address or name
     * @param customer whom it is assigned to or belongs to, or null: nobody. A customer belongs to nobody.
     * @param fields the entity as REST shows it, with every id as the text of its UUID; nobody changes it
     */
    record Entity(EntityId id, String name, @Nullable CustomerId customer, ObjectNode fields) {}
}
