// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store without content. */
final class NoAttributes implements AttributeStore {

    @Override
    public CompletionStage<Void> save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            @Nullable Lease lease) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> saveUnlessNewer(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            Duration patience) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> delete(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            Collection<String> keys,
            @Nullable Lease lease) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<List<Attribute>> find(
            TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> keys) {
        return CompletableFuture.completedStage(List.of());
    }
}
