// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads alarms. While the store cannot be reached, its answers wait; they do not fail. */
public interface AlarmStore {

    /** A tenant's alarm as it is now, or empty where the tenant has no such alarm. */
    CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id);

    /** What nodes need to know of an alarm. */
    record Alarm(AlarmId id, EntityId originator, AlarmStatus status) {}

    /** Whether an alarm still holds, and whether somebody has seen it. */
    enum AlarmStatus {
        ACTIVE_UNACK,
        ACTIVE_ACK,
        CLEARED_UNACK,
        CLEARED_ACK;

        /** The status that the two facts make. */
        public static AlarmStatus of(boolean cleared, boolean acknowledged) {
            if (cleared) {
                return acknowledged ? CLEARED_ACK : CLEARED_UNACK;
            }
            return acknowledged ? ACTIVE_ACK : ACTIVE_UNACK;
        }
    }
}
