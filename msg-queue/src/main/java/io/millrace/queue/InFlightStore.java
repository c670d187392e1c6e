// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores deliveries that take long, so that they are found after a restart, and messages that wait beyond their
 * tenant's share of memory. Engines without a log of their own use it.
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
     * Reads the message of a stored delivery. The stage completes with null if there is no such delivery, because it has
     * ended. It may complete before this method returns.
     */
    CompletionStage<@Nullable RuleMessage> load(UUID deliveryId);

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
