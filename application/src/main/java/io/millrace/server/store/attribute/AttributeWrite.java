// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What happens to attributes of one entity and scope together. */
sealed interface AttributeWrite {

    TenantId tenant();

    UUID entity();

    AttributeScope scope();

    /** What the write is made under, or null: by the right of the only instance that there is. */
    @Nullable Lease lease();

    /** They get these values. */
    record Save(
            TenantId tenant,
            UUID entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            @Nullable Lease lease)
            implements AttributeWrite {}

    /** They are deleted, as far as there are any. */
    record Delete(TenantId tenant, UUID entity, AttributeScope scope, List<String> keys)
            implements AttributeWrite {

        /** A person's wish hangs on no partition. */
        @Override
        public @Nullable Lease lease() {
            return null;
        }
    }
}
