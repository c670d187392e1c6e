// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * Stores deliveries that take long, so that they are found after a restart. Engines without a log of their own use it.
 * While the store is unavailable, its stages stay incomplete; they do not fail.
 */
public interface InFlightStore {

    /** Stores a delivery, or replaces the one with the same id. The stage completes when the row is on disk. */
    CompletionStage<Void> put(InFlight delivery);

    /**
     * Removes a delivery that has ended; does nothing for an unknown id. The stage completes when the removal is on
     * disk.
     */
    CompletionStage<Void> remove(UUID deliveryId);

    /** Returns all stored deliveries in the order of their acceptance. Blocks; called when the process starts. */
    List<InFlight> all();
}
