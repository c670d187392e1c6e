// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.QueueId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;

/**
 * A named queue, as it is stored and as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param tenantId whose it is; {@link TenantId#SYSTEM} where all tenants share it
 * @param document all that its maker decided
 * @param version counts the changes, from 1
 */
record Queue(
        QueueId id,
        long createdTime,
        TenantId tenantId,
        @JsonUnwrapped QueueDocument document,
        long version) {

    QueueDefinition definition() {
        return document.definition(tenantId);
    }

    QueueKey key() {
        return new QueueKey(tenantId, document.name());
    }
}
