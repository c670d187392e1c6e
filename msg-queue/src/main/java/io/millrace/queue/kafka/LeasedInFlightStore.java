// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The in-flight store of the current lease of a partition. */
final class LeasedInFlightStore implements InFlightStore {

    private volatile @Nullable InFlightStore current;

    void lend(InFlightStore store) {
        current = store;
    }

    private InFlightStore store() {
        return Objects.requireNonNull(current, "the partition has no lease yet");
    }

    @Override
    public CompletionStage<Void> put(InFlight delivery) {
        return store().put(delivery);
    }

    @Override
    public CompletionStage<Void> remove(UUID deliveryId) {
        return store().remove(deliveryId);
    }

    @Override
    public List<InFlight> all() {
        return store().all();
    }
}
