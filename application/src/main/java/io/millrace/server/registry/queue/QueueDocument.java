// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A queue in ThingsBoard's words, with values as they are read here: {@link QueueReader} makes it.
 *
 * @param name unique for its tenant; never changes
 * @param topic unique; never changes. The messages are in it, or in one whose name begins with it ({@link LogTopics})
 * @param pollInterval milliseconds; kept for ThingsBoard's clients
 * @param partitions number of partitions of the topic of the messages
 * @param consumerPerPartition kept for ThingsBoard's clients
 * @param packProcessingTimeout how many milliseconds an attempt may take
 * @param additionalInfo passed through
 */
public record QueueDocument(
        String name,
        String topic,
        int pollInterval,
        int partitions,
        boolean consumerPerPartition,
        int packProcessingTimeout,
        SubmitStrategyDocument submitStrategy,
        Processing processingStrategy,
        @Nullable JsonNode additionalInfo) {

    /**
     * What it is to the engine of the queues.
     *
     * @param owner {@link TenantId#SYSTEM} for a queue that all tenants share
     */
    public QueueDefinition definition(TenantId owner) {
        return new QueueDefinition(
                new QueueKey(owner, name),
                topic,
                partitions,
                submitStrategy.type(),
                Math.max(1, submitStrategy.batchSize()),
                Duration.ofMillis(packProcessingTimeout),
                processingStrategy.policy());
    }

    /** The same for one tenant alone, with a topic of its own. */
    QueueDocument ofTenant(TenantId tenant) {
        return at(topic + ".isolated." + tenant.id(), partitions);
    }

    /** The same in another topic, or otherwise divided. */
    QueueDocument at(String newTopic, int newPartitions) {
        return new QueueDocument(
                name,
                newTopic,
                pollInterval,
                newPartitions,
                consumerPerPartition,
                packProcessingTimeout,
                submitStrategy,
                processingStrategy,
                additionalInfo);
    }
}
