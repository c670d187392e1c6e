// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.queue.Outcome;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What tells deliveries apart in the memory of instances and in the database: the same delivery has the same instance,
 * end and duration in both.
 */
record DeliveryKey(
        @Nullable String instance,
        UUID message,
        Outcome outcome,
        long endedTs,
        @Nullable Long micros) {

    private static DeliveryKey of(DeliveryView delivery) {
        return new DeliveryKey(
                delivery.instance(),
                delivery.messageId(),
                delivery.outcome(),
                delivery.endedTs(),
                delivery.micros());
    }

    /** Returns the kept deliveries and those remembered ones that are not among them. */
    static Stream<DeliveryView> preferring(
            List<DeliveryView> kept, Stream<DeliveryView> remembered) {
        Set<DeliveryKey> known =
                kept.stream().map(DeliveryKey::of).collect(Collectors.toUnmodifiableSet());
        return Stream.concat(
                kept.stream(),
                remembered.filter(delivery -> !known.contains(DeliveryKey.of(delivery))));
    }
}
