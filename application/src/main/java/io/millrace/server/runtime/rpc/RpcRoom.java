// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.TenantId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** The memory for requests that have not ended: bounded in all, and by tenant. Safe for use by many threads. */
final class RpcRoom {

    /** A tenant may use this part of all the room. */
    private static final int TENANTS = 4;

    private final long most;
    private final long mostOfTenant;
    private final AtomicLong used = new AtomicLong();
    private final ConcurrentMap<TenantId, Long> ofTenants = new ConcurrentHashMap<>();

    /** @param most bytes in all */
    RpcRoom(long most) {
        this.most = most;
        this.mostOfTenant = most / TENANTS;
    }

    /** Returns room for a heap of this many bytes: a sixteenth of it. */
    static RpcRoom forHeap(long bytes) {
        return new RpcRoom(bytes / 16);
    }

    /** Takes room for a request; false if there is not enough. */
    boolean take(TenantId tenant, long bytes) {
        if (used.addAndGet(bytes) > most) {
            used.addAndGet(-bytes);
            return false;
        }
        if (ofTenants.merge(tenant, bytes, Long::sum) > mostOfTenant) {
            give(tenant, bytes);
            return false;
        }
        return true;
    }

    /** Gives the room of a request back. */
    void give(TenantId tenant, long bytes) {
        ofTenants.computeIfPresent(tenant, (_, taken) -> taken == bytes ? null : taken - bytes);
        used.addAndGet(-bytes);
    }

    /** Bytes in use. */
    long used() {
        return used.get();
    }

    /** Bytes in all. */
    long most() {
        return most;
    }
}
