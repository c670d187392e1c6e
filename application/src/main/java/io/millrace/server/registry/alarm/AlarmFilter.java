// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects alarms of a tenant; null and empty lists do not restrict.
 *
 * @param customer only alarms of this customer
 * @param entities only alarms of these entities
 * @param propagated whether alarms count that were propagated to these entities from others
 * @param assignee only alarms that are assigned to this user
 * @param startTime only alarms that were created at this time or later, in milliseconds since the epoch
 * @param endTime only alarms that were created at this time or before
 */
record AlarmFilter(
        TenantId tenant,
        @Nullable CustomerId customer,
        AlarmEntities entities,
        boolean propagated,
        StatusFilter status,
        List<AlarmSeverity> severities,
        List<String> types,
        @Nullable UUID assignee,
        @Nullable Long startTime,
        @Nullable Long endTime) {

    AlarmFilter {
        severities = List.copyOf(severities);
        types = List.copyOf(types);
    }

    /** The customer whose alarms a caller may see; null: all alarms of its tenant. */
    static @Nullable CustomerId customerOf(SecurityUser caller) {
        return caller.authority() == Authority.CUSTOMER_USER ? caller.customerId() : null;
    }
}
