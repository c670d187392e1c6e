// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.id.EntityId;
import io.millrace.queue.Fixtures;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueListener;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.WaitingSender;
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

    private final List<RecordingSender> senders = new CopyOnWriteArrayList<>();
    private final AtomicInteger unwanted = new AtomicInteger();

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
                                WriteEnd.IGNORED,
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
    void devicesThatFillTheirRoomLeaveRoomForTheEngine() {
        fillRoomOfDevices();

        assertThat(
                        sender.send(
                                "topic",
                                0,
                                large(device(2)),
                                Source.RULE_ENGINE,
                                WriteEnd.IGNORED,
                                () -> {}))
                .isEqualTo(Admission.ACCEPTED);
    }

    private void fillRoomOfDevices() {
        Admission admission = Admission.ACCEPTED;
        while (admission == Admission.ACCEPTED) {
            admission =
                    sender.send(
                            "topic",
                            0,
                            large(device(1)),
                            Source.DEVICE,
                            WriteEnd.IGNORED,
                            () -> {});
        }
    }

    /** Sends messages of the engine until one has to wait; returns how many were sent. */
    private int fillRoomOfEngine() {
        int sent = 0;
        while (lanes.load().waitingSends() == 0) {
            waitFor(large(device(1)));
            sent++;
        }
        senders.getLast().waiting = false;
        await().until(() -> senders.getLast().answers.equals(List.of(Admission.FULL)));
        assertThat(lanes.load().waitingSends()).isZero();
        return sent - 1;
    }

    private static RuleMessage large(EntityId originator) {
        return message(originator, 0).withPayload(Payload.ofText("x".repeat(500_000)));
    }

    private RecordingSender waitFor(RuleMessage message) {
        RecordingSender waiting = new RecordingSender();
        senders.add(waiting);
        sender.sendOrWait(
                "topic",
                0,
                message,
                Source.RULE_ENGINE,
                WriteEnd.IGNORED,
                waiting,
                unwanted::incrementAndGet);
        return waiting;
    }

    /** Waits as long as the test lets it. */
    private static final class RecordingSender implements WaitingSender {

        private volatile boolean waiting = true;
        private final List<Admission> answers = new CopyOnWriteArrayList<>();
        private final AtomicInteger safe = new AtomicInteger();

        @Override
        public boolean isWaiting() {
            return waiting;
        }

        @Override
        public void answered(Admission admission) {
            answers.add(admission);
        }

        @Override
        public void safe() {
            safe.incrementAndGet();
        }
    }

    private List<Integer> sentOf(EntityId originator) {
        return made.getFirst().history().stream()
                .map(record -> RuleMessageCodec.decode(record.value()))
                .filter(message -> message.originator().equals(originator))
                .map(Fixtures::numberOf)
                .toList();
    }

    @Test
    void messagesOfTheEngineWaitForRoomAndAreSentInTheirOrder() {
        fillRoomOfEngine();
        RecordingSender first = waitFor(padded(device(2), 1));
        RecordingSender second = waitFor(padded(device(2), 2));
        assertThat(lanes.load().waitingSends()).isEqualTo(2);
        assertThat(first.answers).isEmpty();
        assertThat(sentOf(device(2))).isEmpty();

        // The brokers have the records that filled the room, and none of those that waited.
        for (int sent = made.getFirst().history().size(); sent > 0; sent--) {
            made.getFirst().completeNext();
        }

        await().until(() -> sentOf(device(2)).equals(List.of(1, 2)));
        await().untilAsserted(() -> {
            assertThat(first.answers).containsExactly(Admission.ACCEPTED);
            assertThat(second.answers).containsExactly(Admission.ACCEPTED);
        });
        assertThat(first.safe).hasValue(0);
        assertThat(lanes.load().waitingSends()).isZero();
        while (made.getFirst().completeNext()) {
            // Those that waited.
        }
        assertThat(first.safe).hasValue(1);
        assertThat(second.safe).hasValue(1);
    }

    /** A large message with a number. */
    private static RuleMessage padded(EntityId originator, int number) {
        return message(originator, number)
                .withPayload(Payload.ofText("0".repeat(500_000) + number));
    }

    @Test
    void aMessageWhoseSenderNoLongerWaitsIsDroppedAndNotSent() {
        fillRoomOfEngine();
        RecordingSender first = waitFor(padded(device(2), 1));
        RecordingSender second = waitFor(padded(device(2), 2));
        unwanted.set(0);

        first.waiting = false;

        await().until(() -> first.answers.equals(List.of(Admission.FULL)));
        await().untilAsserted(() -> assertThat(unwanted).hasValue(1));
        assertThat(second.answers).isEmpty();
        while (made.getFirst().completeNext()) {
            // The brokers answer.
        }
        await().until(() -> sentOf(device(2)).equals(List.of(2)));
        assertThat(first.safe).hasValue(0);
    }

    @Test
    void aMessageThatCannotWaitDoesNotOvertakeThoseThatDo() {
        fillRoomOfEngine();
        waitFor(padded(device(2), 1));

        assertThat(
                        sender.send(
                                "topic",
                                0,
                                message(device(2), 2),
                                Source.RULE_ENGINE,
                                WriteEnd.IGNORED,
                                () -> {}))
                .isEqualTo(Admission.FULL);
    }

    @Test
    void aTenantThatWaitsDoesNotHoldBackAnother() {
        fillRoomOfEngine();
        waitFor(padded(device(2), 1));
        RuleMessage other = message(Fixtures.tenant(2), Fixtures.chain(1), device(3), 1);

        RecordingSender sent = waitFor(other);

        assertThat(sent.answers).containsExactly(Admission.ACCEPTED);
    }

    @Test
    void aMessageThatIsTooLargeIsRefusedAtOnceAndDoesNotWait() {
        RuleMessage tooLarge =
                message(device(2), 1).withPayload(Payload.ofText("x".repeat(5 << 20)));

        assertThatIllegalArgumentException().isThrownBy(() -> waitFor(tooLarge));
        assertThat(lanes.load().waitingSends()).isZero();
    }

    @Test
    void sendsAMessageAgainThatTheProducerRefusesForAnUnknownReason() {
        made.getFirst().sendException = new UnsupportedOperationException("not supported");
        assertThat(
                        sender.send(
                                "topic",
                                0,
                                message(device(1), 1),
                                Source.DEVICE,
                                WriteEnd.IGNORED,
                                () -> {}))
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
