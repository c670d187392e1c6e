// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Stores attributes. While the store is unavailable, its stages stay incomplete; they do not fail. */
public interface AttributeStore {

    /**
     * Replaces the values of the given keys, all or none.
     *
     * @param updatedAt milliseconds since the epoch, stored with each value
     * @return completes when the values are on disk; fails with {@link StoreException} if they can never be stored
     */
    default CompletionStage<Void> save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt) {
        return save(tenant, entity, scope, attributes, updatedAt, null);
    }

    /**
     * Does the same under a lease.
     *
     * @param lease the lease of the write, or null: a single instance needs no lease. If the lease has ended, the write
     *     fails and stores nothing.
     */
    CompletionStage<Void> save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            @Nullable Lease lease);

    /**
     * Replaces the values of the given keys, except those whose stored value was updated later. So several instances
     * may write the same attributes: the values of the latest time remain, in any order of the writes.
     *
     * @param updatedAt milliseconds since the epoch, stored with each value
     * @param patience for how long the store may keep the write to itself, so that it needs fewer transactions
     * @return completes when the values are on disk, or later ones are; fails with {@link StoreException} if they can
     *     never be stored
     */
    CompletionStage<Void> saveUnlessNewer(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            Duration patience);

    /**
     * Deletes the attributes with the given keys; ignores missing ones. Saves and deletions are applied in the order of
     * the calls.
     *
     * @param lease the lease of the write, or null: a single instance needs no lease. If the lease has ended, the
     *     deletion fails and deletes nothing.
     * @return completes when the deletion is on disk
     */
    CompletionStage<Void> delete(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            Collection<String> keys,
            @Nullable Lease lease);

    /**
     * Returns the existing attributes among the given keys; includes every acknowledged save.
     *
     * @return fails with {@link StoreException} if their values are too large for one answer
     */
    CompletionStage<List<Attribute>> find(
            TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> keys);
}
