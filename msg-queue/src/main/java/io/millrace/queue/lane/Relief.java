// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.lane.room.TenantRoom;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Chooses which deliveries of a partition's log are {@linkplain Parking parked}: the oldest, of a slow tenant of whose
 * messages more wait than its share allows, or of all when the log's offset cannot advance. Guarded by the partition's lock; the
 * caller runs the returned actions without it.
 */
final class Relief {

    private final Parking parking;
    private final Supplier<List<Delivery>> unfinished;

    /** Tenants of whose messages more waited here than may, until they are relieved. */
    private final Set<TenantRoom> exceeding = new LinkedHashSet<>();

    /** @param unfinished returns all unfinished deliveries of the partition */
    Relief(Parking parking, Supplier<List<Delivery>> unfinished) {
        this.parking = parking;
        this.unfinished = unfinished;
    }

    /** Notes that more messages of a tenant wait than may. */
    Runnable exceeds(TenantRoom tenant) {
        exceeding.add(tenant);
        return relieveShares();
    }

    /** Moves the oldest messages of a slow tenant that exceeds its share, unless some are being moved. */
    Runnable relieveShares() {
        if (parking.isBusy()) {
            return () -> {};
        }
        forgetRelieved();
        return exceeding.stream()
                .filter(tenant -> tenant.exceedsWaiting() && !tenant.isFast())
                .findFirst()
                .map(slow -> move(oldestHalf(slow)))
                .orElse(() -> {});
    }

    private void forgetRelieved() {
        exceeding.removeIf(TenantRoom::isRelieved);
    }

    /** True while more messages of a fast tenant wait than may: reading on would only fill the heap with them. */
    boolean holdsBack() {
        if (exceeding.isEmpty()) {
            return false;
        }
        forgetRelieved();
        return exceeding.stream().anyMatch(TenantRoom::isFast);
    }

    /** Moves at most so many of the oldest deliveries, unless some are being moved. */
    Runnable relieveLog(int most) {
        return parking.isBusy() ? () -> {} : move(oldestOfLog(_ -> true).limit(most).toList());
    }

    private Runnable move(List<Delivery> oldest) {
        return parking.move(StoreOrder.withOlder(oldest, unfinished.get().stream()));
    }

    /** The unfinished deliveries that a log keeps, the oldest first. */
    private Stream<Delivery> oldestOfLog(Predicate<Delivery> which) {
        return unfinished.get().stream()
                .filter(delivery -> delivery.custody().isOfLog())
                .filter(which)
                .sorted(Comparator.comparingLong(Delivery::acceptedTick));
    }

    /** The oldest deliveries of a tenant that a log keeps, with half of the bytes that its messages take while they wait. */
    private List<Delivery> oldestHalf(TenantRoom tenant) {
        List<Delivery> all =
                oldestOfLog(delivery -> delivery.account().room().tenant() == tenant).toList();
        long left =
                all.stream().filter(Delivery::isWaitingInMemory).mapToLong(Delivery::size).sum()
                        / 2;
        int count = 0;
        while (count < all.size() && left > 0) {
            Delivery next = all.get(count++);
            left -= next.isWaitingInMemory() ? next.size() : 0;
        }
        return all.subList(0, count);
    }
}
