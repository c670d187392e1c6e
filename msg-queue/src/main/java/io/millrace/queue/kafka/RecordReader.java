// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.DataType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.id.TenantId;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes records to messages. */
final class RecordReader {

    /** Type of the message that stands for a record that cannot be decoded. */
    static final String UNREADABLE = "UNREADABLE_RECORD";

    private static final Logger log = LoggerFactory.getLogger(RecordReader.class);
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int OFFSET_BITS = 40;

    private RecordReader() {}

    /**
     * Decodes a record. One that cannot be decoded becomes a message of no tenant with the record's bytes. It finds no
     * chain, and ends among the dead letters of the installation.
     */
    static RuleMessage read(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = Objects.requireNonNullElse(record.value(), new byte[0]);
        try {
            return RuleMessageCodec.decode(value);
        } catch (RuntimeException e) {
            log.error(
                    "Cannot decode record {}-{}@{}; moved to dead letters",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e);
            return unreadable(record, value, e);
        }
    }

    private static RuleMessage unreadable(
            ConsumerRecord<byte[], byte[]> record, byte[] value, RuntimeException error) {
        Map<String, String> about =
                Map.of(
                        "topic",
                        record.topic(),
                        "partition",
                        Integer.toString(record.partition()),
                        "offset",
                        Long.toString(record.offset()),
                        "error",
                        String.valueOf(error.getMessage()));
        return new RuleMessage(
                deliveryId(record),
                TenantId.SYSTEM,
                TenantId.SYSTEM.entity(),
                null,
                UNREADABLE,
                Metadata.of(about),
                DataType.TEXT,
                Payload.ofText(Base64.getEncoder().encodeToString(value)),
                record.timestamp(),
                null,
                null);
    }

    /** Id of the delivery of a record: the same on every instance, and ordered by the time of the record. */
    static UUID deliveryId(ConsumerRecord<byte[], byte[]> record) {
        long place = 31L * record.topic().hashCode() + record.partition();
        long high = (Math.max(0, record.timestamp()) << 16) | VERSION | (place & 0xfff);
        long of = ((place >>> 12) & 0x3f_ffff) << OFFSET_BITS;
        long at = record.offset() & ((1L << OFFSET_BITS) - 1);
        return new UUID(high, VARIANT | of | at);
    }
}
