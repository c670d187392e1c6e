// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.id.TenantId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the calls that are under way at once in this process, and divides the limit among tenants: each may have as
 * many calls as half of the free places, so that a tenant whose calls hang leaves places to the others. Safe for use by
 * many threads.
 */
final class TenantCalls {

    private final int places;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<TenantId, Integer> byTenant = new HashMap<>();
    private int taken;

    TenantCalls(int places) {
        this.places = places;
    }

    /** Takes a place; returns false if the tenant has reached its limit. */
    boolean begin(TenantId tenant) {
        lock.lock();
        try {
            int free = places - taken;
            int own = byTenant.getOrDefault(tenant, 0);
            if (free < 1 || own >= Math.max(1, free / 2)) {
                return false;
            }
            byTenant.put(tenant, own + 1);
            taken++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a place back. */
    void end(TenantId tenant) {
        lock.lock();
        try {
            byTenant.computeIfPresent(tenant, (_, own) -> own == 1 ? null : own - 1);
            taken--;
        } finally {
            lock.unlock();
        }
    }

    int underWay() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
