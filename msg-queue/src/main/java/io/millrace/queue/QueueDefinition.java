// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a named queue.
 *
 * @param key tenant and name
 * @param topic topic in which an engine with a log keeps its messages
 * @param partitions number of partitions of that topic, at least 1
 * @param submit which messages of the queue may be under way at once
 * @param batchSize how many messages may be under way with {@link SubmitStrategy#BATCH}, at least 1
 * @param deadline how long an attempt may take, not counting the time in which a store was unavailable
 * @param retry what follows an attempt that did not succeed
 * @param predecessor topic whose messages end before those of {@code topic} start, because the queue has changed its
 *     number of partitions; null if messages start at once
 */
public record QueueDefinition(
        QueueKey key,
        String topic,
        int partitions,
        SubmitStrategy submit,
        int batchSize,
        Duration deadline,
        RetryPolicy retry,
        @Nullable String predecessor) {

    /** Number of partitions of a queue whose definition names no number. */
    public static final int DEFAULT_PARTITIONS = 48;

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The queue of messages that name none: {@link SubmitStrategy#BURST}, one attempt. */
    public static final QueueDefinition MAIN =
            shared("Main", "tb_rule_engine.main", SubmitStrategy.BURST, 1_000, RetryPolicy.NONE);

    /** The queues that exist in a new installation. */
    public static final List<QueueDefinition> DEFAULTS =
            List.of(
                    MAIN,
                    shared(
                            "HighPriority",
                            "tb_rule_engine.hp",
                            SubmitStrategy.BURST,
                            100,
                            RetryPolicy.of(RetryPolicy.DEFAULT_RETRIES, PAUSE)),
                    shared(
                            "SequentialByOriginator",
                            "tb_rule_engine.sq",
                            SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR,
                            100,
                            RetryPolicy.of(3, PAUSE)));

    public QueueDefinition {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(submit, "submit");
        Objects.requireNonNull(retry, "retry");
        if (partitions < 1 || batchSize < 1) {
            throw new IllegalArgumentException(
                    "expected at least one partition and a batch of at least one, got %d and %d"
                            .formatted(partitions, batchSize));
        }
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("expected a positive deadline, got " + deadline);
        }
    }

    /** The definition of a queue whose messages start at once. */
    public QueueDefinition(
            QueueKey key,
            String topic,
            int partitions,
            SubmitStrategy submit,
            int batchSize,
            Duration deadline,
            RetryPolicy retry) {
        this(key, topic, partitions, submit, batchSize, deadline, retry, null);
    }

    private static QueueDefinition shared(
            String name, String topic, SubmitStrategy submit, int batchSize, RetryPolicy retry) {
        return new QueueDefinition(
                QueueKey.shared(name),
                topic,
                DEFAULT_PARTITIONS,
                submit,
                batchSize,
                DEADLINE,
                retry);
    }

    public String name() {
        return key.name();
    }

    /** How many messages may be under way at once in an instance by the submit strategy; the room may allow fewer. */
    public int maxRunning() {
        return submit == SubmitStrategy.BATCH ? batchSize : Integer.MAX_VALUE;
    }

    public QueueDefinition withSubmit(SubmitStrategy newSubmit, int newBatchSize) {
        return new QueueDefinition(
                key, topic, partitions, newSubmit, newBatchSize, deadline, retry, predecessor);
    }

    public QueueDefinition withRetry(RetryPolicy newRetry) {
        return new QueueDefinition(
                key, topic, partitions, submit, batchSize, deadline, newRetry, predecessor);
    }

    /**
     * The same queue with its messages in another topic.
     *
     * @param newPredecessor topic whose messages end first, or null
     */
    public QueueDefinition inTopic(
            String newTopic, int newPartitions, @Nullable String newPredecessor) {
        return new QueueDefinition(
                key, newTopic, newPartitions, submit, batchSize, deadline, retry, newPredecessor);
    }

    /** True if messages do not start yet, because those of the {@link #predecessor} end first. */
    public boolean isWaiting() {
        return predecessor != null;
    }

    /** The deadline as text for users, in s or ms. */
    public String deadlineText() {
        return deadline.toMillis() % 1_000 == 0
                ? deadline.toSeconds() + " s"
                : deadline.toMillis() + " ms";
    }
}
