// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads alarms. While the store is unavailable, its stages stay incomplete; they do not fail. */
public interface AlarmStore {

    /** Returns a tenant's alarm in its current state, or empty if the tenant has no such alarm. */
    CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id);

    /** The properties of an alarm that nodes need. */
    record Alarm(AlarmId id, EntityId originator, AlarmStatus status) {}

    /** Whether an alarm is active or cleared, and whether it was acknowledged. */
    enum AlarmStatus {
        ACTIVE_UNACK,
        ACTIVE_ACK,
        CLEARED_UNACK,
        CLEARED_ACK;

        /** Returns the status for the two properties. */
        public static AlarmStatus of(boolean cleared, boolean acknowledged) {
            if (cleared) {
                return acknowledged ? CLEARED_ACK : CLEARED_UNACK;
            }
            return acknowledged ? ACTIVE_ACK : ACTIVE_UNACK;
        }
    }
}
