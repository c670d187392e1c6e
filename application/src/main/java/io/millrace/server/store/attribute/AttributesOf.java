// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import java.util.Set;

/** Names attributes of one scope of an entity, as the tenant sees them. */
record AttributesOf(TenantId tenant, EntityId entity, AttributeScope scope, Set<String> keys) {

    AttributesOf {
        keys = Set.copyOf(keys);
    }
}
