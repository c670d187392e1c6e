// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;

/** A type that entity views of a tenant have, in ThingsBoard's shape. */
record EntityViewType(TenantId tenantId, EntityType entityType, String type) {

    EntityViewType(TenantId tenant, String type) {
        this(tenant, EntityType.ENTITY_VIEW, type);
    }
}
