// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The header of a record that a delivery has created: the lease of that delivery. Eight bytes of the epoch, four of the
 * partition, then the topic.
 */
final class SourceHeader {

    private static final String KEY = "source";
    private static final int NUMBERS = Long.BYTES + Integer.BYTES;

    private SourceHeader() {}

    static void add(ProducerRecord<byte[], byte[]> record, Lease source) {
        byte[] topic = source.topic().getBytes(StandardCharsets.UTF_8);
        ByteBuffer value = ByteBuffer.allocate(NUMBERS + topic.length);
        value.putLong(source.epoch()).putInt(source.partition()).put(topic);
        record.headers().add(KEY, value.array());
    }

    /** Reads the header of a record; null if it has none. */
    static @Nullable Lease of(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(KEY);
        if (header == null || header.value() == null || header.value().length < NUMBERS) {
            return null;
        }
        ByteBuffer value = ByteBuffer.wrap(header.value());
        long epoch = value.getLong();
        int partition = value.getInt();
        String topic = StandardCharsets.UTF_8.decode(value).toString();
        return new Lease(topic, partition, epoch);
    }
}
