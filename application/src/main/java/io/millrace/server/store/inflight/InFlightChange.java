// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.message.delivery.Lease;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change to the table of deliveries in flight. */
sealed interface InFlightChange {

    UUID deliveryId();

    /** What it is made under, or null: by the right of the only instance that there is. */
    @Nullable Lease lease();

    /** Stores a delivery, in place of what stood there. */
    @SuppressWarnings(
            "ArrayRecordComponent") // Not compared; the bytes go to the database as they are.
    record Put(UUID deliveryId, byte[] message, int attempts, @Nullable Lease lease)
            implements InFlightChange {}

    /** Forgets a delivery. */
    record Remove(UUID deliveryId, @Nullable Lease lease) implements InFlightChange {}
}
