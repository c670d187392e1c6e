// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.message.id.TenantId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The tenants with a script for which a process was killed. They run JavaScript apart from the others for a while; a
 * tenant with three kills within a minute is refused for a minute. Times are nanoseconds. Not thread-safe.
 */
final class Quarantine {

    static final int OUT = 3;
    static final long MEMORY_NANOS = Duration.ofMinutes(1).toNanos();

    static final String REFUSAL =
            "JavaScript is refused for a minute for this tenant: its scripts had to be killed %d times"
                    .formatted(OUT);

    private final long isolationNanos;

    /** The last kills of each tenant, oldest first; {@link #OUT} at most. */
    private final Map<TenantId, Deque<Long>> kills = new HashMap<>();

    Quarantine(Duration isolation) {
        this.isolationNanos = isolation.toNanos();
    }

    void addKill(TenantId tenant, long now) {
        Deque<Long> last = kills.computeIfAbsent(tenant, _ -> new ArrayDeque<>());
        last.add(now);
        if (last.size() > OUT) {
            last.remove();
        }
    }

    /** True if the tenant's scripts must not run beside those of others. */
    boolean isolates(TenantId tenant) {
        return kills.containsKey(tenant);
    }

    /** True if the tenant's calls are refused now. */
    boolean refuses(TenantId tenant, long now) {
        Deque<Long> last = kills.get(tenant);
        return last != null
                && last.size() == OUT
                && last.getLast() - last.getFirst() < MEMORY_NANOS
                && now - last.getLast() < MEMORY_NANOS;
    }

    /** Forgets the tenants whose last kill is long ago. */
    void forget(long now) {
        kills.values().removeIf(last -> now - last.getLast() >= isolationNanos);
    }
}
