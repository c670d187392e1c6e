// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueListener;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

class RecordSenderTest {

    private final List<MockProducer<byte[], byte[]>> made = new CopyOnWriteArrayList<>();
    private final StandstillClock clock = new StandstillClock(System::nanoTime);
    private final LaneEngine lanes =
            new LaneEngine(
                    LaneSettings.forHeap(64 << 20),
                    LaneEngine.Environment.of(
                            new RecordingStores(), QueueListener.NONE, _ -> 1, clock));

    /** The real factory over producers without a broker. */
    private final DefaultKafkaProducerFactory<byte[], byte[]> factory =
            new DefaultKafkaProducerFactory<>(Map.of()) {
                @Override
                protected Producer<byte[], byte[]> createKafkaProducer() {
                    var producer =
                            new MockProducer<>(
                                    false,
                                    null,
                                    new ByteArraySerializer(),
                                    new ByteArraySerializer());
                    made.add(producer);
                    return producer;
                }
            };

    private final RecordSender sender = new RecordSender(factory, lanes.outbound(), clock);

    @AfterEach
    void close() {
        sender.close();
    }

    @Test
    void sendsAMessageAgainWithANewProducerWhenTheFactoryHasClosedTheFormer() {
        AtomicInteger receipts = new AtomicInteger();
        assertThat(
                        sender.send(
                                "topic",
                                0,
                                message(device(1), 1),
                                Source.DEVICE,
                                receipts::incrementAndGet))
                .isEqualTo(Admission.ACCEPTED);

        made.getFirst().errorNext(new OutOfOrderSequenceException("the log was truncated"));

        assertThat(made.getFirst().closed()).isTrue();
        await().until(() -> made.size() == 2 && made.getLast().history().size() == 1);
        assertThat(sender.sending()).isEqualTo(1);
        made.getLast().completeNext();
        assertThat(receipts).hasValue(1);
        assertThat(sender.sending()).isZero();
    }

    @Test
    void sendsAMessageAgainThatTheProducerRefusesForAnUnknownReason() {
        made.getFirst().sendException = new UnsupportedOperationException("a bug");
        assertThat(sender.send("topic", 0, message(device(1), 1), Source.DEVICE, () -> {}))
                .isEqualTo(Admission.ACCEPTED);
        assertThat(made.getFirst().history()).isEmpty();

        made.getFirst().sendException = null;

        await().until(() -> made.getFirst().history().size() == 1);
        assertThat(sender.sending()).isOne();
    }

    @Test
    void closesTheProducer() {
        sender.close();

        assertThat(made).singleElement().matches(MockProducer::closed);
    }
}
