// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table {@code device_event}. Rows with the same id are states of one event; the last one counts.
 *
 * @param device null: the row counts events of the tenant that were not stored
 * @param firstTime milliseconds since the epoch
 * @param lastTime milliseconds since the epoch
 * @param count how often it happened between these times
 * @param isNew true for the first state
 */
record DeviceEventRow(
        UUID id,
        TenantId tenant,
        @Nullable DeviceId device,
        DeviceEventType event,
        @Nullable String topic,
        @Nullable String cause,
        @Nullable String connection,
        long firstTime,
        long lastTime,
        int count,
        boolean isNew) {}
