// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes alarms. Each operation is atomic: of two that create an alarm of one type at one originator, one
 * creates it and the other changes it. While the store is unavailable, its stages stay incomplete; they do not fail.
 */
public interface AlarmStore {

    /** Returns a tenant's alarm in its current state, or empty if the tenant has no such alarm. */
    CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id);

    /** Returns the active alarm of a type at an originator, or empty if there is none. */
    CompletionStage<Optional<Alarm>> findActive(TenantId tenant, EntityId originator, String type);

    /**
     * Changes the active alarm of the draft's type at its originator, or creates it.
     *
     * @param now milliseconds since the epoch, at which a new alarm is created
     * @param lease the lease of the write, or null: a single instance needs no lease. If the lease has ended, the write
     *     fails and changes nothing.
     * @return completes when the alarm is on disk
     */
    CompletionStage<AlarmChange> raise(
            TenantId tenant, AlarmDraft draft, long now, @Nullable Lease lease);

    /**
     * Clears an alarm. An alarm that was cleared before stays as it is.
     *
     * @param details its details from now on, or null: they stay
     * @param now milliseconds since the epoch, at which it is cleared
     * @param lease as for {@link #raise}
     * @return completes when the change is on disk; empty if the tenant has no such alarm
     */
    CompletionStage<Optional<AlarmChange>> clear(
            TenantId tenant, AlarmId id, @Nullable String details, long now, @Nullable Lease lease);
}
