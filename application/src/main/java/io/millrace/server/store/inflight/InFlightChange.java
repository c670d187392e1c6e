// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.message.delivery.Lease;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change to the table of deliveries in flight. */
sealed interface InFlightChange {

    UUID deliveryId();

    /**
     * The lease under which the change is written; null without a lease, because a single instance owns all partitions.
     */
    @Nullable Lease lease();

    /** Stores a delivery, or replaces the stored one. */
    @SuppressWarnings("ArrayRecordComponent") // Not compared; the bytes are written unchanged.
    record Put(UUID deliveryId, byte[] message, int attempts, @Nullable Lease lease)
            implements InFlightChange {}

    /** Deletes a delivery. */
    record Remove(UUID deliveryId, @Nullable Lease lease) implements InFlightChange {}
}
