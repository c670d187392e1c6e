// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.message.id.TenantId;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes that may be at a worker. A tenant may have as many as it leaves free, so that a single tenant can use half
 * of them. Not thread-safe.
 */
final class Window {

    private final long size;
    private final Map<TenantId, Long> byTenant = new HashMap<>();
    private long used;

    Window(long size) {
        this.size = size;
    }

    /** True if there is room for the bytes; always true if the window is empty. */
    boolean admits(TenantId tenant, long bytes) {
        return used == 0 || byTenant.getOrDefault(tenant, 0L) + bytes <= size - used - bytes;
    }

    void take(TenantId tenant, long bytes) {
        used += bytes;
        byTenant.merge(tenant, bytes, Long::sum);
    }

    void giveBack(TenantId tenant, long bytes) {
        used -= bytes;
        byTenant.computeIfPresent(
                tenant, (_, before) -> before == bytes ? null : Long.valueOf(before - bytes));
    }

    long used() {
        return used;
    }

    boolean isEmpty() {
        return used == 0 && byTenant.isEmpty();
    }
}
