// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.queue;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueContent;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.server.registry.queue.SubmitStrategyDocument;
import org.jspecify.annotations.Nullable;

/**
 * A queue with its policies and what is in it.
 *
 * @param tenantId the tenant that has the queue to itself; null: all tenants share it
 * @param packProcessingTimeout deadline of an attempt in milliseconds
 * @param partitions number of partitions of the queue's topic
 * @param waiting messages that wait to start, in memory or in the database
 * @param retrying messages that wait for the time of their next attempt
 * @param processing messages that are being processed
 * @param oldestWaitingMillis milliseconds since an instance took in the oldest waiting message; 0 if none waits
 * @param unread messages in the log that no instance has read yet; null if there is no log, the caller shares it with
 *     other tenants, or the brokers did not answer
 */
record QueueState(
        @Nullable TenantId tenantId,
        String name,
        SubmitStrategyDocument submitStrategy,
        ProcessingView processingStrategy,
        long packProcessingTimeout,
        int partitions,
        long waiting,
        long retrying,
        long processing,
        long oldestWaitingMillis,
        @Nullable Long unread) {

    static QueueState of(QueueDefinition queue, QueueContent content) {
        QueueKey key = queue.key();
        return new QueueState(
                key.isShared() ? null : key.tenant(),
                key.name(),
                new SubmitStrategyDocument(queue.submit(), queue.batchSize()),
                ProcessingView.of(queue.retry()),
                queue.deadline().toMillis(),
                queue.partitions(),
                content.waiting(),
                content.retrying(),
                content.running(),
                content.oldestWaiting().toMillis(),
                content.unread().isPresent() ? content.unread().getAsLong() : null);
    }

    QueueKey key() {
        return tenantId == null ? QueueKey.shared(name) : new QueueKey(tenantId, name);
    }

    /** Adds what another instance has of the queue. */
    QueueState plus(QueueState other) {
        return new QueueState(
                tenantId,
                name,
                submitStrategy,
                processingStrategy,
                packProcessingTimeout,
                partitions,
                waiting + other.waiting,
                retrying + other.retrying,
                processing + other.processing,
                Math.max(oldestWaitingMillis, other.oldestWaitingMillis),
                unread == null || other.unread == null
                        ? null
                        : Long.valueOf(unread + other.unread));
    }
}
