// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change to attributes of one entity and scope. */
sealed interface AttributeWrite {

    TenantId tenant();

    UUID entity();

    AttributeScope scope();

    /**
     * The lease under which the change is written; null without a lease, because a single instance owns all partitions.
     */
    @Nullable Lease lease();

    /**
     * Sets attributes to the given values.
     *
     * @param unlessNewer true if stored values that were updated later remain
     */
    record Save(
            TenantId tenant,
            UUID entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            boolean unlessNewer,
            @Nullable Lease lease)
            implements AttributeWrite {}

    /** Deletes attributes; ignores missing ones. */
    record Delete(
            TenantId tenant,
            UUID entity,
            AttributeScope scope,
            List<String> keys,
            @Nullable Lease lease)
            implements AttributeWrite {}
}
