// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The ends of all logs, for many callers at once: those who ask while a call to the brokers runs share the next one.
 * Safe for use by many threads.
 */
final class LogEnds {

    private final Supplier<Map<TopicPartition, Long>> call;
    private final ReentrantLock calling = new ReentrantLock();
    private final Object lock = new Object();

    /** Answers those who ask before its call begins. Guarded by {@link #lock}. */
    private @Nullable CompletableFuture<Map<TopicPartition, Long>> next;

    /** @param call asks the brokers; blocks */
    LogEnds(Supplier<Map<TopicPartition, Long>> call) {
        this.call = call;
    }

    /**
     * The ends of the logs, as they are after this method was called. Blocks.
     *
     * @throws KafkaQueueException if the brokers do not answer, or refuse
     */
    Map<TopicPartition, Long> now() {
        CompletableFuture<Map<TopicPartition, Long>> mine = new CompletableFuture<>();
        @Nullable CompletableFuture<Map<TopicPartition, Long>> shared;
        synchronized (lock) {
            shared = next;
            if (shared == null) {
                next = mine;
            }
        }
        if (shared == null) {
            run(mine);
        }
        try {
            return shared == null ? mine.join() : shared.join();
        } catch (CompletionException e) {
            throw new KafkaQueueException("cannot read the ends of the logs", e.getCause());
        }
    }

    private void run(CompletableFuture<Map<TopicPartition, Long>> answer) {
        calling.lock();
        try {
            synchronized (lock) {
                next = null;
            }
            answer.complete(call.get());
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        } finally {
            calling.unlock();
        }
    }
}
