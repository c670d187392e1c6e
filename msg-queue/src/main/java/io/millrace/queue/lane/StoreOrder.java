// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.Source;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The order in which deliveries move to the in-flight store. The next owner of a partition runs what is in the store
 * before it reads the log. So an originator's messages stay in order only if no delivery is stored before an older one
 * of its lane, whether that one runs, waits, or is kept by a log.
 */
final class StoreOrder {

    private StoreOrder() {}

    /**
     * Adds the older deliveries of their lanes to deliveries that are about to be stored. Messages of devices are not
     * added: their senders have no receipt yet, and send them again.
     *
     * @param chosen the deliveries to store
     * @param unfinished all unfinished deliveries of these lanes, in any order; the chosen ones may be among them
     * @return both, the oldest first
     */
    static List<Delivery> withOlder(List<Delivery> chosen, Stream<Delivery> unfinished) {
        if (chosen.isEmpty()) {
            return chosen;
        }
        Map<Lane, Long> newest = new HashMap<>();
        for (Delivery delivery : chosen) {
            Lane lane = delivery.lane();
            if (lane != null) {
                newest.merge(lane, delivery.acceptedTick(), Math::max);
            }
        }
        Stream<Delivery> older =
                unfinished.filter(delivery -> {
                    Long tick = newest.get(delivery.lane());
                    return tick != null && delivery.acceptedTick() < tick && isLeftBehind(delivery);
                });
        return Stream.concat(chosen.stream(), older)
                .distinct()
                .sorted(Comparator.comparingLong(Delivery::acceptedTick))
                .toList();
    }

    private static boolean isLeftBehind(Delivery delivery) {
        return !delivery.custody().isStored()
                && (delivery.custody().isOfLog() || delivery.source() == Source.RULE_ENGINE);
    }
}
