// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.message.id.TenantId;
import java.util.HashMap;
import java.util.Map;

/**
 * Room that tenants share. A tenant can have as much as the others leave free: the first gets half of the room, a second
 * half of the rest, and so on. Thread-safe.
 */
final class TenantShares {

    private final long capacity;
    private final Map<TenantId, Long> held = new HashMap<>();
    private long used;

    TenantShares(long capacity) {
        this.capacity = capacity;
    }

    /** Takes a part of the room; returns false if the tenant has no room for it. */
    synchronized boolean take(TenantId tenant, long amount) {
        long own = held.getOrDefault(tenant, 0L) + amount;
        if (own > capacity - used - amount) {
            return false;
        }
        held.put(tenant, own);
        used += amount;
        return true;
    }

    synchronized void giveBack(TenantId tenant, long amount) {
        used -= amount;
        held.computeIfPresent(tenant, (_, own) -> own > amount ? own - amount : null);
    }

    synchronized long used() {
        return used;
    }
}
