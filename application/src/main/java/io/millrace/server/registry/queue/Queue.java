// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.QueueId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueKey;

/**
 * A named queue, as it is stored and as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param tenantId whose it is; {@link TenantId#SYSTEM} where all tenants share it
 * @param document all that its maker decided
 * @param version counts the changes, from 1
 * @param generation counts the topics that the queue has had for its messages, from 1
 */
record Queue(
        QueueId id,
        long createdTime,
        TenantId tenantId,
        @JsonUnwrapped QueueDocument document,
        long version,
        @JsonIgnore int generation) {

    /** The topic of its messages. */
    String logTopic() {
        return LogTopics.of(document.topic(), generation);
    }

    /** The topic of its messages after a change of the number of partitions. */
    String nextLogTopic() {
        return LogTopics.of(document.topic(), generation + 1);
    }

    QueueKey key() {
        return new QueueKey(tenantId, document.name());
    }
}
