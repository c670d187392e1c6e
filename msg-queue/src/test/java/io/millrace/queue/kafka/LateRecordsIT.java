// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.Path;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.WaitingSender;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateRecordsIT {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final String TOPIC = "late.main";

    @TempDir private static java.nio.file.Path directory;

    private final QueueDefinition main =
            new QueueDefinition(
                    QueueDefinition.MAIN.key(),
                    TOPIC,
                    1,
                    SubmitStrategy.BURST,
                    1,
                    Duration.ofMinutes(1),
                    RetryPolicy.NONE);
    private final FencedStores stores = new FencedStores();
    private final List<Integer> begun = new CopyOnWriteArrayList<>();

    private record Sender(Lease lease) implements WaitingSender {

        @Override
        public boolean isWaiting() {
            return true;
        }

        @Override
        public void answered(Admission admission) {
            assertThat(admission).isEqualTo(Admission.ACCEPTED);
        }

        @Override
        public void safe() {}
    }

    private void begin(Attempt attempt) {
        begun.add(numberOf(attempt.message()));
        attempt.end(DONE);
    }

    private static Lease lease(int epoch) {
        return new Lease(TOPIC, 0, epoch);
    }

    @Test
    void aRecordThatAFormerOwnerWritesAfterTheTakeoverOfItsDeliveryIsIgnoredByEveryLaterOwner() {
        try (KafkaBroker broker = KafkaBroker.start(directory);
                KafkaProducer<byte[], byte[]> paused = producer(broker)) {
            try (KafkaQueue former = owner(broker, "former")) {
                submit(former, 1, lease(1));
                await().untilAsserted(() -> assertThat(begun).containsExactly(1));
            }
            try (KafkaQueue next = owner(broker, "next")) {
                submit(next, 2, lease(2));
                await().untilAsserted(() -> assertThat(begun).containsExactly(1, 2));
                write(paused, 1, lease(1));
                write(paused, 3, null);
                await().untilAsserted(() -> assertThat(begun).containsExactly(1, 2, 3));
                assertThat(next.statistics().events().late()).isOne();
            }
            try (KafkaQueue last = owner(broker, "last")) {
                write(paused, 1, lease(1));
                write(paused, 2, lease(2));
                write(paused, 4, lease(3));
                await().untilAsserted(() -> assertThat(begun).containsExactly(1, 2, 3, 4));
                assertThat(last.statistics().events().late()).isEqualTo(2);
            }
        }
    }

    /** A queue that owns the partition. */
    private KafkaQueue owner(KafkaBroker broker, String name) {
        KafkaQueue queue =
                KafkaQueues.create(
                        new QueueRegistry(List.of(main)),
                        broker.client(),
                        KafkaQueues.settings("late", name, Duration.ofSeconds(10)),
                        stores,
                        new RecordingStores());
        queue.start(this::begin);
        await().until(() -> queue.ownedPartitions() == 1);
        return queue;
    }

    private static void submit(KafkaQueue queue, int number, Lease lease) {
        queue.submitOrWait(message(device(0), number), Source.RULE_ENGINE, new Sender(lease));
    }

    private static KafkaProducer<byte[], byte[]> producer(KafkaBroker broker) {
        Map<String, Object> settings = new HashMap<>(broker.client());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void write(
            KafkaProducer<byte[], byte[]> producer, int number, @Nullable Lease source) {
        RuleMessage message = message(device(0), number);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(TOPIC, 0, null, RuleMessageCodec.encode(message));
        if (source != null) {
            SourceHeader.add(record, source);
        }
        var _ = producer.send(record);
        producer.flush();
    }
}
