// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.delivery;

import java.util.UUID;

/** A change to the table of deliveries in flight. */
sealed interface InFlightChange {

    UUID deliveryId();

    /** Stores a delivery, in place of what stood there. */
    @SuppressWarnings(
            "ArrayRecordComponent") // Not compared; the bytes go to the database as they are.
    record Put(UUID deliveryId, byte[] message, int attempts) implements InFlightChange {}

    /** Forgets a delivery. */
    record Remove(UUID deliveryId) implements InFlightChange {}
}
