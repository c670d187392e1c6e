// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.kafka.Fetching.MAX_HELD_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class FetchingTest {

    private static final TopicPartition ONE = new TopicPartition("topic", 1);
    private static final TopicPartition TWO = new TopicPartition("topic", 2);

    private final Consumed consumer = new Consumed();
    private final ReaderEvents events = new ReaderEvents();
    private final Fetching fetching = new Fetching(consumer, events);

    private static final class Consumed extends MockConsumer<byte[], byte[]> {

        private boolean fails;

        Consumed() {
            super("earliest");
            assign(List.of(ONE, TWO));
        }

        @Override
        public synchronized void pause(Collection<TopicPartition> partitions) {
            if (fails) {
                throw new KafkaException("as intended");
            }
            super.pause(partitions);
        }
    }

    @Test
    void fetchesFromAPartitionWhenItIsOpen() {
        fetching.close(List.of(ONE, TWO));
        fetching.opened(ONE);
        assertThat(consumer.paused()).containsExactlyInAnyOrder(ONE, TWO);

        fetching.follow(Map.of(ONE, 0L));
        assertThat(consumer.paused()).containsExactly(TWO);
    }

    @Test
    void pausesAPartitionThatHoldsMoreThanItsPartAndResumesItWhenHalfOfThatIsLeft() {
        long part = MAX_HELD_BYTES / 2;

        fetching.follow(Map.of(ONE, part, TWO, 0L));
        assertThat(consumer.paused()).isEmpty();

        fetching.follow(Map.of(ONE, part + 1, TWO, 0L));
        assertThat(consumer.paused()).containsExactly(ONE);

        fetching.follow(Map.of(ONE, part / 2 + 1, TWO, 0L));
        assertThat(consumer.paused()).containsExactly(ONE);

        fetching.follow(Map.of(ONE, part / 2, TWO, 0L));
        assertThat(consumer.paused()).isEmpty();
        assertThat(events.sum().pauses()).isOne();
    }

    @Test
    void anOpenPartitionOfWhichTooMuchIsHeldStaysPausedWithoutAFurtherCall() {
        fetching.follow(Map.of(ONE, MAX_HELD_BYTES + 1));
        consumer.fails = true;

        fetching.follow(Map.of(ONE, MAX_HELD_BYTES + 2));

        assertThat(consumer.paused()).containsExactly(ONE);
    }

    @Test
    void aPauseThatFailsIsTriedAgain() {
        consumer.fails = true;
        assertThatThrownBy(() -> fetching.follow(Map.of(ONE, MAX_HELD_BYTES + 1)))
                .isInstanceOf(KafkaException.class);

        consumer.fails = false;
        fetching.follow(Map.of(ONE, MAX_HELD_BYTES + 1));

        assertThat(consumer.paused()).containsExactly(ONE);
        assertThat(events.sum().pauses()).isOne();
    }

    @Test
    void aPartitionThatComesBackIsFetchedFromAgain() {
        fetching.follow(Map.of(ONE, MAX_HELD_BYTES + 1, TWO, 0L));

        fetching.close(List.of(ONE));
        fetching.follow(Map.of(TWO, 0L));
        fetching.opened(ONE);
        fetching.follow(Map.of(ONE, 0L, TWO, 0L));

        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void saysHowManyBytesAreHeldInAll() {
        fetching.follow(Map.of(ONE, 1_000L, TWO, 234L));

        assertThat(fetching.heldBytes()).isEqualTo(1_234);
    }
}
