// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.id.TenantId;
import java.util.Objects;

/**
 * What a queue is known by.
 *
 * @param tenant whose queue it is; {@link TenantId#SYSTEM} for those that all tenants share
 * @param name the queue's name, unique for its tenant
 */
public record QueueKey(TenantId tenant, String name) {

    public QueueKey {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(name, "name");
    }

    /** The key of a queue that all tenants share. */
    public static QueueKey shared(String name) {
        return new QueueKey(TenantId.SYSTEM, name);
    }

    /** Whether all tenants share it. */
    public boolean isShared() {
        return tenant.equals(TenantId.SYSTEM);
    }
}
