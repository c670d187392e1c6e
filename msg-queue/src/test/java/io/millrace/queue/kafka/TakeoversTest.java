// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Lease;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TakeoversTest {

    private static final TopicPartition PARTITION = new TopicPartition("main", 3);
    private static final TopicPartition LOG = new TopicPartition("other", 0);

    private final FencedStores stores = new FencedStores();
    private final Lease former = stores.takeOver(PARTITION.topic(), PARTITION.partition());
    private final List<Boolean> formerIsOver = new CopyOnWriteArrayList<>();

    @Test
    void theEndsOfTheLogsAreReadWhenTheFormerOwnerCanEndNoDeliveryAnyMore() {
        Takeovers takeovers =
                new Takeovers(
                        stores,
                        _ -> {
                            formerIsOver.add(stores.over(Set.of(former)).contains(former));
                            return Map.of(LOG, 17L);
                        },
                        Runnable::run);

        takeovers.begin(PARTITION);

        await().until(() -> takeovers.taken().containsKey(PARTITION));
        assertThat(formerIsOver).containsExactly(true);
        assertThat(stores.takeovers(LOG.topic(), LOG.partition()))
                .extracting(PartitionStores.LogEnd::end)
                .containsExactly(17L);
    }
}
