// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the group's coordinator whether this instance still owns partitions. An instance that was paused longer than the
 * session timeout considers itself their owner until it gets the answer to its next request, while another instance
 * owns them already. The coordinator accepts commits of present members only, so each question commits where the
 * partitions are now: at their latest commit, or at their first record.
 *
 * <p>Questions are asked and answered in the thread of the reader, one request at a time for all of them.
 */
final class GroupMembership {

    private static final Logger log = LoggerFactory.getLogger(GroupMembership.class);

    private final Consumer<byte[], byte[]> consumer;
    private final Duration limit;
    private final List<Question> open = new ArrayList<>();
    private boolean asking;

    private record Question(TopicPartition partition, CompletableFuture<Boolean> answer) {}

    /** @param limit of each request whose answer the reader's thread waits for */
    GroupMembership(Consumer<byte[], byte[]> consumer, Duration limit) {
        this.consumer = consumer;
        this.limit = limit;
    }

    /**
     * Asks whether a partition that the group has assigned to this instance is still its own, now or as soon as the
     * coordinator answers.
     *
     * @return true if it was when the coordinator answered; false if it was revoked before, or the group has removed this
     *     instance; fails if the coordinator refused to answer
     */
    CompletableFuture<Boolean> confirm(TopicPartition partition) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        open.add(new Question(partition, answer));
        return answer;
    }

    /** Answers the questions on partitions that were revoked. */
    void giveUp(Collection<TopicPartition> partitions) {
        answer(new HashSet<>(partitions), answer -> answer.complete(false));
    }

    /**
     * Sends the open questions, unless others are under way. Their answer comes during a later poll. While the brokers do
     * not answer, the questions stay open, and the caller goes on.
     */
    void askIfWanted() {
        if (asking || open.isEmpty()) {
            return;
        }
        Set<TopicPartition> partitions = new HashSet<>();
        open.forEach(question -> partitions.add(question.partition()));
        Map<TopicPartition, OffsetAndMetadata> present;
        try {
            present = present(partitions);
        } catch (TimeoutException e) {
            log.debug("No answer where {} are; asking again", partitions, e);
            return;
        }
        asking = true;
        consumer.commitAsync(present, (_, error) -> answered(partitions, error));
    }

    private void answered(Set<TopicPartition> partitions, @Nullable Exception error) {
        asking = false;
        switch (error) {
            case null -> answer(partitions, answer -> answer.complete(true));
            case RebalanceInProgressException _, RetriableException _ -> {
                // Asked again after the next poll.
            }
            case CommitFailedException _ -> answer(partitions, answer -> answer.complete(false));
            default -> answer(partitions, answer -> answer.completeExceptionally(error));
        }
    }

    private void answer(
            Set<TopicPartition> partitions,
            java.util.function.Consumer<CompletableFuture<Boolean>> how) {
        List<Question> answered = new ArrayList<>();
        open.removeIf(
                question -> partitions.contains(question.partition()) && answered.add(question));
        answered.forEach(question -> how.accept(question.answer()));
    }

    private Map<TopicPartition, OffsetAndMetadata> present(Set<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> present = new HashMap<>();
        Set<TopicPartition> without = new HashSet<>();
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(partitions, limit);
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata latest = committed.get(partition);
            if (latest == null) {
                without.add(partition);
            } else {
                present.put(partition, latest);
            }
        }
        if (!without.isEmpty()) {
            consumer.beginningOffsets(without, limit)
                    .forEach((partition, first) ->
                            present.put(partition, new OffsetAndMetadata(first)));
        }
        return present;
    }
}
