// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

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

    /**
     * Reads the deliveries that are stored at the time of the call, in the order of their acceptance. Blocks; called
     * when a process starts, or takes a partition over.
     *
     * @param page called in the calling thread with some deliveries after the other
     */
    void read(Consumer<List<InFlight>> page);

    /** Returns all stored deliveries in the order of their acceptance. Blocks. */
    default List<InFlight> all() {
        List<InFlight> all = new ArrayList<>();
        read(all::addAll);
        return all;
    }
}
