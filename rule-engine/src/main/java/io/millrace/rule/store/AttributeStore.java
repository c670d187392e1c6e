// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keeps attributes. While the store cannot be reached, its answers wait; they do not fail. */
public interface AttributeStore {

    /**
     * Replaces the values of the given keys, all or none.
     *
     * @param updatedAt milliseconds since the epoch, kept beside each value
     * @return completes when they are on disk; fails with {@link StoreException} when they can never be
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
     * The same.
     *
     * @param lease what the write is made under, or null: by the right of the only instance that there is; with one that
     *     is over it fails, and stores nothing
     */
    CompletionStage<Void> save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            @Nullable Lease lease);

    /** The attributes among the given keys that exist; every acknowledged save is seen. */
    CompletionStage<List<Attribute>> find(
            TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> keys);
}
