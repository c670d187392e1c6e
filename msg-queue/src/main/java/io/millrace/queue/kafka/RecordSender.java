// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.Outbound;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes messages into the log. It never blocks and never gives up: while the brokers are away, messages wait here, as
 * many as there is room for, and time stands still for those that are under way. Safe for use by many threads.
 */
final class RecordSender implements AutoCloseable {

    /** The largest record, with all that surrounds the message. */
    static final int MAX_RECORD_BYTES = 8 << 20;

    private static final Logger log = LoggerFactory.getLogger(RecordSender.class);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int LINES = 64;
    private static final Duration WARN_INTERVAL = Duration.ofSeconds(10);
    private static final Duration AWAY_AFTER = Duration.ofSeconds(2);

    private final KafkaProducer<byte[], byte[]> producer;
    private final Outbound outbound;
    private final StandstillClock.Brake outage;
    private final Line[] lines = new Line[LINES];
    private final AtomicInteger pending = new AtomicInteger();
    private volatile long lastProgress = System.nanoTime();
    private volatile long lastWarned = System.nanoTime() - WARN_INTERVAL.toNanos();
    private volatile boolean away;
    private final ScheduledExecutorService watch =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("queue-sender-watch").factory());

    RecordSender(Map<String, Object> client, Outbound outbound, StandstillClock clock) {
        this.outbound = outbound;
        this.outage = clock.brake();
        Arrays.setAll(lines, _ -> new Line());
        Map<String, Object> settings = new HashMap<>(client);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        // A partition that was made just now may refuse a batch and take the one behind it, after
        // which the first is out of sequence for ever.
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_RECORD_BYTES);
        // What may wait is bounded by the room that senders draw on; the producer's own bound
        // stands beyond it.
        settings.put(
                ProducerConfig.BUFFER_MEMORY_CONFIG, 4 * outbound.maxBytes() + MAX_RECORD_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, TimeUnit.DAYS.toMillis(365));
        settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 2);
        settings.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, 128 << 10);
        this.producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        var _ =
                watch.scheduleWithFixedDelay(
                        this::watch, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    KafkaProducer<byte[], byte[]> producer() {
        return producer;
    }

    /** Whether messages wait for brokers that do not answer. */
    boolean isAway() {
        return away;
    }

    /** How many messages are on their way. */
    int sending() {
        return pending.get();
    }

    /**
     * Sends a message on its way.
     *
     * @param receipt told when the brokers have it
     * @throws IllegalArgumentException if it is larger than a record may be
     */
    Admission send(
            String topic, int partition, RuleMessage message, Source source, Receipt receipt) {
        byte[] value = RuleMessageCodec.encode(message);
        if (value.length > MAX_RECORD_BYTES / 2) {
            throw new IllegalArgumentException(
                    "expected a message of at most %d bytes, but got %d"
                            .formatted(MAX_RECORD_BYTES / 2, value.length));
        }
        Outbound.@Nullable Passage passage = outbound.enter(message, source);
        if (passage == null) {
            return Admission.FULL;
        }
        if (pending.getAndIncrement() == 0) {
            lastProgress = System.nanoTime();
        }
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, partition, keyOf(message.originator().id()), value);
        lineOf(record).send(new Sending(record, passage, receipt));
        return Admission.ACCEPTED;
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

    private void watch() {
        for (Line line : lines) {
            line.sendWaiting();
        }
        boolean now = pending.get() > 0 && System.nanoTime() - lastProgress > AWAY_AFTER.toNanos();
        if (now == away) {
            return;
        }
        away = now;
        if (now) {
            log.warn(
                    "Kafka does not answer; {} messages wait, and clients are held", pending.get());
            outage.pull();
        } else {
            log.info("Kafka answers again");
            outage.release();
        }
    }

    /** Waits for what is on its way, a while. */
    @Override
    public void close() {
        producer.close(Duration.ofSeconds(10));
        watch.shutdownNow();
    }

    /** Asks for the whereabouts of topics, so that the first record does not have to. */
    void prepare(Collection<String> topics) {
        for (String topic : topics) {
            try {
                producer.partitionsFor(topic);
            } catch (KafkaException e) {
                log.debug("expected no answer yet, only the question, and", e);
            }
        }
    }

    /**
     * What partitions share in which order matters: what the producer cannot take yet waits here, and all that comes
     * after it.
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

    /** A record on its way. */
    private final class Sending implements Callback {

        private final ProducerRecord<byte[], byte[]> record;
        private final Outbound.Passage passage;
        private final Receipt receipt;

        /** Guarded by the line. */
        private boolean beginning;

        private boolean refused;

        Sending(ProducerRecord<byte[], byte[]> record, Outbound.Passage passage, Receipt receipt) {
            this.record = record;
            this.passage = passage;
            this.receipt = receipt;
        }

        /** Gives the record to the producer; false if that cannot take it now. */
        boolean begin() {
            beginning = true;
            refused = false;
            try {
                var _ = producer.send(record, this);
            } catch (KafkaException e) {
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
                receipt.safe();
            } else {
                fail(error);
            }
        }

        /** The producer tries again for ever by itself; what comes here it could not begin, or calls hopeless. */
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
            log.warn("expected to write to {}, will try again, but", topic, error);
        }
    }
}
