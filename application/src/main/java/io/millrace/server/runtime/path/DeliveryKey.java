// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.server.runtime.path.PathView.DeliveryView;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An end of a delivery: what an instance remembers and what the database keeps of the same end have the same key. A
 * delivery ends more than once if it is processed again, after a move to another instance for example.
 */
record DeliveryKey(UUID delivery, @Nullable String instance, long endedTs) {

    private static DeliveryKey of(DeliveryView delivery) {
        return new DeliveryKey(delivery.deliveryId(), delivery.instance(), delivery.endedTs());
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
