// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TakeoversTest {

    private static final TopicPartition PARTITION = new TopicPartition("main", 3);
    private static final TopicPartition LOG = new TopicPartition("other", 0);

    private final FencedStores stores = new FencedStores();
    private final Lease former = stores.takeOver(PARTITION.topic(), PARTITION.partition());
    private final List<Boolean> formerIsOver = new CopyOnWriteArrayList<>();

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final AnsweredConsumer consumer = new AnsweredConsumer(List.of(PARTITION));
    private final GroupMembership membership = new GroupMembership(consumer, Duration.ofSeconds(1));
    private final Takeovers takeovers =
            new Takeovers(
                    stores,
                    _ -> {
                        formerIsOver.add(stores.over(Set.of(former)).contains(former));
                        return Map.of(LOG, 17L);
                    },
                    tasks::add,
                    membership);

    TakeoversTest() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    }

    @Test
    void theEndsOfTheLogsAreReadWhenTheFormerOwnerCanEndNoDeliveryAnyMore() {
        takeovers.begin(PARTITION);
        answerWhenAsked(null);

        awaitTurn(() -> takeovers.taken().containsKey(PARTITION));
        assertThat(formerIsOver).containsExactly(true);
        assertThat(stores.takeovers(LOG.topic(), LOG.partition()))
                .extracting(PartitionStores.LogEnd::end)
                .containsExactly(17L);
    }

    @Test
    void theEndsOfTheLogsAreNotKeptBeforeTheGroupHasConfirmedTheOwner() {
        takeovers.begin(PARTITION);
        awaitTurn(() -> !consumer.commits.isEmpty());

        assertThat(stores.takeovers(LOG.topic(), LOG.partition())).isEmpty();
        assertThat(takeovers.taken()).isEmpty();

        consumer.answer(null);
        awaitTurn(() -> takeovers.taken().containsKey(PARTITION));
    }

    @Test
    void anInstanceThatTheGroupHasRemovedKeepsNoEndsAndOpensNothing() {
        TopicPartition other = new TopicPartition("main", 4);
        consumer.assign(List.of(PARTITION, other));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, other, 0L));
        takeovers.begin(PARTITION);
        answerWhenAsked(new CommitFailedException());
        // A takeover that begins later ends later.
        takeovers.begin(other);
        answerWhenAsked(null);
        awaitTurn(() -> takeovers.taken().containsKey(other));

        assertThat(takeovers.taken()).containsOnlyKeys(other);
        assertThat(stores.takeovers(LOG.topic(), LOG.partition()))
                .extracting(end -> end.lease().partition())
                .containsExactly(other.partition());
    }

    private void answerWhenAsked(@Nullable Exception error) {
        int before = consumer.commits.size();
        awaitTurn(() -> consumer.commits.size() > before);
        consumer.answer(error);
    }

    /** Runs what the reader's thread would run, until a condition holds. */
    private void awaitTurn(Callable<Boolean> condition) {
        await().until(() -> {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
            membership.askIfWanted();
            return condition.call();
        });
    }
}
