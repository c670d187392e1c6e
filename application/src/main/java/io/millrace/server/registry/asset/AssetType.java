// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;

/** A type that assets of a tenant have, in ThingsBoard's shape. */
record AssetType(TenantId tenantId, EntityType entityType, String type) {

    AssetType(TenantId tenant, String type) {
        this(tenant, EntityType.ASSET, type);
    }
}
