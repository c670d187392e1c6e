// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.id.TenantId;
import java.util.Objects;

/**
 * The key of a queue: its tenant and name.
 *
 * @param tenant the owner; {@link TenantId#SYSTEM} for queues that all tenants share
 * @param name the queue's name, unique for its tenant
 */
public record QueueKey(TenantId tenant, String name) {

    public QueueKey {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(name, "name");
    }

    /** Returns the key of a queue that all tenants share. */
    public static QueueKey shared(String name) {
        return new QueueKey(TenantId.SYSTEM, name);
    }

    /** True if all tenants share the queue. */
    public boolean isShared() {
        return tenant.equals(TenantId.SYSTEM);
    }

    /** The name, and the tenant if it is not shared, for log lines. */
    @Override
    public String toString() {
        return isShared() ? name : name + " of tenant " + tenant;
    }
}
