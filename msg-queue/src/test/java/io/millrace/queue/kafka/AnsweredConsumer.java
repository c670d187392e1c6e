// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A consumer whose asynchronous commits are answered by the test. */
final class AnsweredConsumer extends MockConsumer<byte[], byte[]> {

    /** What was committed asynchronously. */
    final List<Map<TopicPartition, OffsetAndMetadata>> commits = new ArrayList<>();

    /** True while no broker answers. */
    boolean isAway;

    private final Queue<OffsetCommitCallback> open = new ArrayDeque<>();

    AnsweredConsumer(Collection<TopicPartition> assigned) {
        super("earliest");
        assign(assigned);
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
            Set<TopicPartition> partitions, Duration timeout) {
        if (isAway) {
            throw new TimeoutException("no answer within " + timeout);
        }
        return super.committed(partitions, timeout);
    }

    @Override
    public synchronized void commitAsync(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            @Nullable OffsetCommitCallback callback) {
        if (callback == null) {
            super.commitAsync(offsets, null);
            return;
        }
        commits.add(offsets);
        open.add(callback);
    }

    /** Answers the oldest commit that has no answer yet. */
    void answer(@Nullable Exception error) {
        open.remove().onComplete(commits.getLast(), error);
    }
}
