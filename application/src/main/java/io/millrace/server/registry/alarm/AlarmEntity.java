// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.server.web.entity.TenantEntity;
import org.jspecify.annotations.Nullable;

/**
 * An alarm as an entity of its tenant. The users of the customer that its originator had when it was created may see and
 * change it.
 *
 * @param entityId the alarm's id; in messages about the alarm, its originator
 */
record AlarmEntity(Alarm alarm, EntityId entityId) implements TenantEntity {

    static AlarmEntity of(Alarm alarm) {
        return new AlarmEntity(alarm, alarm.id().entity());
    }

    /** The entity that messages about the alarm come from. */
    static AlarmEntity atOriginator(Alarm alarm) {
        return new AlarmEntity(alarm, alarm.originator());
    }

    @Override
    public TenantId tenantId() {
        return alarm.tenant();
    }

    @Override
    public String name() {
        return alarm.type();
    }

    @Override
    public @Nullable CustomerId assignedTo() {
        return alarm.customer();
    }

    @Override
    public boolean visibleTo(CustomerId customer) {
        return customer.equals(alarm.customer());
    }

    @Override
    public boolean changeableBy(CustomerId customer) {
        return visibleTo(customer);
    }
}
