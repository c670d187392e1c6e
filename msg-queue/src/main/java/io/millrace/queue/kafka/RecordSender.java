// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Lease;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.WaitingSender;
import io.millrace.queue.lane.Outbound;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Writes messages into the log. It never blocks and never gives up: while the brokers do not answer, messages wait
 * here, as many as there is room for, and the clock of deadlines stands still. Messages that the engine created may
 * wait for that room. Safe for use by many threads.
 *
 * <p>spring-kafka's factory closes its producer when the sequence of records to a partition is broken, and makes
 * another one when asked again. Sending to the closed one fails, the record waits in its line, and the next attempt
 * uses the new producer.
 */
final class RecordSender implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RecordSender.class);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int LINES = 64;
    private static final Duration WARN_INTERVAL = Duration.ofSeconds(10);
    private static final Duration AWAY_AFTER = Duration.ofSeconds(2);

    private final ProducerFactory<byte[], byte[]> producers;
    private volatile Producer<byte[], byte[]> producer;
    private volatile boolean closed;
    private final Outbound outbound;
    private final StandstillClock.Brake outage;
    private final Line[] lines = new Line[LINES];
    private final AtomicInteger pending = new AtomicInteger();
    private volatile long lastProgress = System.nanoTime();
    private volatile long lastWarned = System.nanoTime() - WARN_INTERVAL.toNanos();
    private volatile boolean away;

    /** A thread of its own: waiting messages depend on it, and it waits for the producer. */
    private final Thread watch =
            Thread.ofPlatform()
                    .daemon()
                    .name("queue-sender-watch")
                    .unstarted(this::watchUntilClosed);

    RecordSender(
            ProducerFactory<byte[], byte[]> producers, Outbound outbound, StandstillClock clock) {
        this.producers = producers;
        this.outbound = outbound;
        this.outage = clock.brake();
        Arrays.setAll(lines, _ -> new Line());
        this.producer = producers.createProducer();
        watch.start();
    }

    /** True while messages wait for brokers that do not answer. */
    boolean isAway() {
        return away;
    }

    /** Number of messages that the brokers have not acknowledged yet. */
    int sending() {
        return pending.get();
    }

    /**
     * Sends a message.
     *
     * @param end called unless this method throws
     * @param receipt called when the brokers have it
     * @throws IllegalArgumentException if it is larger than a record may be
     */
    Admission send(
            String topic,
            int partition,
            RuleMessage message,
            Source source,
            WriteEnd end,
            Receipt receipt) {
        byte[] value = encode(message);
        Outbound.@Nullable Passage passage = outbound.enter(message, source);
        if (passage == null) {
            end.dropped();
            return Admission.FULL;
        }
        begin(recordOf(topic, partition, message, value), passage, end, receipt);
        return Admission.ACCEPTED;
    }

    /**
     * Sends a message that the engine created, now or when there is room for it.
     *
     * @param end called unless this method throws
     * @param unwanted called instead of sending the message if the sender no longer waits
     * @throws IllegalArgumentException if it is larger than a record may be
     */
    void sendOrWait(
            String topic,
            int partition,
            RuleMessage message,
            Source source,
            WriteEnd end,
            WaitingSender sender,
            Runnable unwanted) {
        ProducerRecord<byte[], byte[]> record =
                recordOf(topic, partition, message, encode(message));
        Lease lease = sender.lease();
        if (lease != null) {
            SourceHeader.add(record, lease);
        }
        outbound.enterOrWait(new WaitingRecord(message, source, record, end, sender, unwanted));
    }

    private static byte[] encode(RuleMessage message) {
        byte[] value = RuleMessageCodec.encode(message);
        if (value.length > ClientProperties.MAX_RECORD_BYTES / 2) {
            throw new IllegalArgumentException(
                    "expected a message of at most %d bytes, got %d"
                            .formatted(ClientProperties.MAX_RECORD_BYTES / 2, value.length));
        }
        return value;
    }

    private static ProducerRecord<byte[], byte[]> recordOf(
            String topic, int partition, RuleMessage message, byte[] value) {
        return new ProducerRecord<>(topic, partition, keyOf(message.originator().id()), value);
    }

    private void begin(
            ProducerRecord<byte[], byte[]> record,
            Outbound.Passage passage,
            WriteEnd end,
            Receipt receipt) {
        if (pending.getAndIncrement() == 0) {
            lastProgress = System.nanoTime();
        }
        lineOf(record).send(new Sending(record, passage, end, receipt));
    }

    /** A message for which there was no room yet when it was submitted. */
    private final class WaitingRecord implements Outbound.Waiting {

        private final RuleMessage message;
        private final Source source;
        private final ProducerRecord<byte[], byte[]> record;
        private final WriteEnd end;
        private final WaitingSender sender;
        private final Runnable unwanted;

        WaitingRecord(
                RuleMessage message,
                Source source,
                ProducerRecord<byte[], byte[]> record,
                WriteEnd end,
                WaitingSender sender,
                Runnable unwanted) {
            this.message = message;
            this.source = source;
            this.record = record;
            this.end = end;
            this.sender = sender;
            this.unwanted = unwanted;
        }

        @Override
        public RuleMessage message() {
            return message;
        }

        @Override
        public Source source() {
            return source;
        }

        @Override
        public boolean isWanted() {
            return sender.isWaiting();
        }

        @Override
        public void enter(Outbound.Passage passage) {
            begin(record, passage, end, sender);
        }

        @Override
        public void entered() {
            sender.answered(Admission.ACCEPTED);
        }

        @Override
        public void dropped() {
            end.dropped();
            unwanted.run();
            sender.answered(Admission.FULL);
        }
    }

    /** Lets waiting messages enter soon, on the thread that watches, because a callback of the producer must not. */
    private void admitSoon() {
        if (outbound.waiting() > 0) {
            LockSupport.unpark(watch);
        }
    }

    private Line lineOf(ProducerRecord<byte[], byte[]> record) {
        int hash = 31 * record.topic().hashCode() + record.partition();
        return lines[Math.floorMod(hash, lines.length)];
    }

    private static byte[] keyOf(UUID id) {
        byte[] key = new byte[16];
        ByteBuffer.wrap(key)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        return key;
    }

    private void watchUntilClosed() {
        while (!closed) {
            LockSupport.parkNanos(PAUSE.toNanos());
            try {
                watch();
            } catch (RuntimeException e) {
                log.error("Cannot send waiting messages; retrying in {} ms", PAUSE.toMillis(), e);
            }
        }
    }

    private void watch() {
        for (Line line : lines) {
            line.sendWaiting();
        }
        if (!closed) {
            outbound.dropUnwanted();
            outbound.admitWaiting();
        }
        boolean now = pending.get() > 0 && System.nanoTime() - lastProgress > AWAY_AFTER.toNanos();
        if (now == away) {
            return;
        }
        away = now;
        if (now) {
            log.warn(
                    "Kafka does not answer; {} messages wait, deadlines stand still, and devices are not read when the room is used up",
                    pending.get());
            outage.pull();
        } else {
            log.info("Kafka answers again; waiting messages are sent");
            outage.release();
        }
    }

    /** Waits for acknowledgements until the factory's time limit for closing has passed. */
    @Override
    public void close() {
        closed = true;
        // The producer's own close does nothing: the factory shares it.
        producers.reset();
        LockSupport.unpark(watch);
        int unsent = pending.get();
        if (unsent > 0) {
            log.warn(
                    "Closed the Kafka producer with {} messages that no broker has acknowledged",
                    unsent);
        }
    }

    /** Replaces a producer that the factory has closed. */
    private synchronized void renewProducer() {
        if (closed) {
            return;
        }
        try {
            producer = producers.createProducer();
        } catch (KafkaException e) {
            log.warn("Cannot create a new Kafka producer; retrying", e);
        }
    }

    /** Requests the metadata of topics, so that the first record does not wait for it. */
    void prepare(Collection<String> topics) {
        for (String topic : topics) {
            try {
                producer.partitionsFor(topic);
            } catch (KafkaException e) {
                log.debug("Requested metadata of topic {}; the answer comes later", topic, e);
            }
        }
    }

    /**
     * Records of some partitions in their order. Those that the producer cannot take yet wait here, and all later ones
     * behind them.
     */
    private static final class Line {

        private final ArrayDeque<Sending> waiting = new ArrayDeque<>();

        synchronized void send(Sending sending) {
            if (!waiting.isEmpty() || !sending.begin()) {
                waiting.add(sending);
            }
        }

        synchronized void sendWaiting() {
            while (!waiting.isEmpty() && waiting.getFirst().begin()) {
                waiting.removeFirst();
            }
        }

        synchronized void add(Sending sending) {
            waiting.add(sending);
        }
    }

    /** A record that the brokers have not acknowledged yet. */
    private final class Sending implements Callback {

        private final ProducerRecord<byte[], byte[]> record;
        private final Outbound.Passage passage;
        private final WriteEnd end;
        private final Receipt receipt;

        /** Guarded by the line. */
        private boolean beginning;

        private boolean refused;

        Sending(
                ProducerRecord<byte[], byte[]> record,
                Outbound.Passage passage,
                WriteEnd end,
                Receipt receipt) {
            this.record = record;
            this.passage = passage;
            this.end = end;
            this.receipt = receipt;
        }

        /** Gives the record to the producer; false if that cannot take it now. */
        boolean begin() {
            beginning = true;
            refused = false;
            try {
                var _ = producer.send(record, this);
            } catch (IllegalStateException e) {
                // The producer is closed.
                refuse(e);
                renewProducer();
            } catch (RuntimeException e) {
                // The message was taken in, so it waits here and is sent again.
                refuse(e);
            }
            beginning = false;
            return !refused;
        }

        private void refuse(Exception error) {
            refused = true;
            warn(record.topic(), error);
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception error) {
            if (error == null) {
                lastProgress = System.nanoTime();
                pending.decrementAndGet();
                passage.arrived();
                end.written(metadata != null && metadata.hasOffset() ? metadata.offset() : -1);
                receipt.safe();
                admitSoon();
            } else {
                fail(error);
            }
        }

        /** Handles a record that the producer could not take or gave up; all other errors it retries itself. */
        private void fail(Exception error) {
            Line line = lineOf(record);
            if (Thread.holdsLock(line) && beginning) {
                refuse(error);
            } else {
                warn(record.topic(), error);
                line.add(this);
            }
        }
    }

    private void warn(String topic, Exception error) {
        long now = System.nanoTime();
        if (now - lastWarned > WARN_INTERVAL.toNanos()) {
            lastWarned = now;
            log.warn("Cannot write to topic {}; retrying", topic, error);
        }
    }
}
