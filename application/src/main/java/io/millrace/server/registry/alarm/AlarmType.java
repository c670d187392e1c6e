// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;

/** A type that alarms of a tenant have, in ThingsBoard's shape. */
record AlarmType(TenantId tenantId, EntityType entityType, String type) {

    AlarmType(TenantId tenant, String type) {
        this(tenant, EntityType.ALARM, type);
    }
}
