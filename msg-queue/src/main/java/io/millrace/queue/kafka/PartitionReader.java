// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.Source;
import io.millrace.queue.kafka.PartitionStores.LogEnd;
import io.millrace.queue.lane.LanePartition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this instance owns: moves records into lanes and tracks their progress. Used by the poll loop only,
 * except that offsets end on other threads.
 */
final class PartitionReader {

    /** A few long deliveries hold up many: the window is half full, and less than a quarter of it is open. */
    private static final int PRESSED_SPAN = OffsetWindow.CAPACITY / 2;

    private static final int PRESSED_OPEN_PART = 4;
    private static final int RELIEVED_AT_ONCE = 256;

    /** So many records go into lanes between two looks at the room that is left. */
    private static final int RUN = 32;

    /** What the consumer keeps for a record beside its key and value. */
    private static final long RECORD_OVERHEAD = 200;

    private final LanePartition lanes;
    private final Lease lease;
    private final OffsetWindow window;

    /** Deliveries that a former owner has moved out of the log; it may have died before it committed that. */
    private final Set<UUID> movedOut;

    /** Records that are read, and for which lanes or window have no room yet. Not decoded, they take little memory. */
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> held = new ArrayDeque<>();

    private long heldBytes;
    private final OffsetAges ages = new OffsetAges();
    private final ReaderEvents events;

    private final LateRecords late;

    /** A former owner has read all offsets below this one. */
    private final long readBefore;

    private OffsetAndMetadata committed;

    /** The offset of the next record to move into lanes. Written by the poll loop. */
    private volatile long next;

    private boolean heldBack;

    /**
     * Opens the lanes.
     *
     * @param taken what the database has of the partition, among it the deliveries that a former owner has moved out of
     *     the log and not ended
     * @param committed progress of the former owners
     * @param events counts what happens here
     */
    PartitionReader(
            LanePartition lanes,
            Takeovers.Taken taken,
            OffsetAndMetadata committed,
            ReaderEvents events) {
        this.lanes = lanes;
        this.lease = taken.lease();
        this.late = new LateRecords(taken.takeovers());
        this.events = events;
        this.committed = committed;
        long watermark = committed.offset();
        this.next = watermark;
        EndedOffsets ended = EndedOffsets.parse(committed.metadata());
        this.window = OffsetWindow.restore(watermark, ended);
        this.readBefore = watermark + ended.end();
        this.movedOut =
                new HashSet<>(
                        taken.left().stream().map(left -> left.delivery().deliveryId()).toList());
        lanes.open(lease, taken.inFlight());
        lanes.takeLeft(taken.left());
    }

    /** The lease under which the partition's writes are made. */
    Lease lease() {
        return lease;
    }

    LanePartition lanes() {
        return lanes;
    }

    /** Notes that this instance has taken a partition over whose deliveries may write into this log. */
    void tookOver(LogEnd takeover) {
        late.add(takeover);
    }

    /** True while the messages that wait in the lanes are too many for more. */
    boolean isHeldBack() {
        return heldBack;
    }

    /** Holds further records, or lets them into lanes again. */
    void holdBack(boolean held) {
        heldBack = held;
    }

    /** Moves records into their lanes, as many as lanes and window have room for; holds the rest. */
    void take(List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            held.add(record);
            heldBytes += sizeOf(record);
        }
        takeHeld();
    }

    private static long sizeOf(ConsumerRecord<byte[], byte[]> record) {
        return RECORD_OVERHEAD
                + Math.max(0, record.serializedKeySize())
                + Math.max(0, record.serializedValueSize());
    }

    private void takeHeld() {
        boolean goesOn = true;
        while (goesOn && !heldBack && !lanes.holdsBack()) {
            goesOn = takeRun();
        }
    }

    /** Moves some held records into their lanes; false if there are no more, or the window has no room for them. */
    private boolean takeRun() {
        long after = next;
        int taken = 0;
        ConsumerRecord<byte[], byte[]> record = held.peekFirst();
        while (record != null && taken < RUN && window.fits(record.offset())) {
            held.removeFirst();
            heldBytes -= sizeOf(record);
            takeIn(record);
            after = record.offset() + 1;
            taken++;
            record = held.peekFirst();
        }
        next = after;
        return taken == RUN;
    }

    /** The offset of the next record to move into lanes. Safe for use by any thread. */
    long next() {
        return next;
    }

    private void takeIn(ConsumerRecord<byte[], byte[]> record) {
        long offset = record.offset();
        if (!window.open(offset)) {
            events.skipped.increment();
            return;
        }
        UUID delivery = RecordReader.deliveryId(record);
        if (movedOut.remove(delivery)) {
            events.skipped.increment();
            window.end(offset);
            return;
        }
        Lease source = SourceHeader.of(record);
        if (source != null && late.isLate(source, offset)) {
            events.late.increment();
            window.end(offset);
            return;
        }
        if (offset < readBefore) {
            events.replayed.increment();
        }
        ages.read(offset, System.nanoTime());
        if (!lanes.take(
                delivery, RecordReader.read(record), Source.LOG, () -> window.end(offset))) {
            throw new IllegalStateException("the lanes are closed at offset " + offset);
        }
    }

    /** The offset of the first record that is held, or null. */
    @Nullable Long firstHeld() {
        ConsumerRecord<byte[], byte[]> first = held.peekFirst();
        return first == null ? null : first.offset();
    }

    /** Bytes of the records that are held, with what the consumer keeps for each; 0 if none is. */
    long heldBytes() {
        return heldBytes;
    }

    /** Moves messages out of the log that hold up the progress of many others. */
    void relieve() {
        int span = window.span();
        if (span > PRESSED_SPAN && window.open() < span / PRESSED_OPEN_PART) {
            lanes.relieveLog(RELIEVED_AT_ONCE);
        }
    }

    /** The progress to commit, or null if it has not changed. */
    @Nullable OffsetAndMetadata progress() {
        OffsetWindow.Progress progress = window.progress();
        OffsetAndMetadata now =
                new OffsetAndMetadata(progress.watermark(), progress.above().text());
        if (now.equals(committed)) {
            return null;
        }
        if (now.metadata().isEmpty() && !progress.above().runs().isEmpty()) {
            events.omissions.increment();
        }
        return now;
    }

    /** Records that the progress was committed. */
    void committed(OffsetAndMetadata progress) {
        committed = progress;
    }

    /** Gives up deliveries that wait; running ones may end. */
    CompletableFuture<Void> handOverWaiting() {
        return lanes.handOverWaiting();
    }

    boolean isAtRest() {
        return lanes.isAtRest();
    }

    /** Gives up all deliveries; see {@link LanePartition#handOver}. */
    CompletableFuture<Void> handOver() {
        return lanes.handOver();
    }

    /** Gives up all deliveries when the lease is over; see {@link LanePartition#abandon}. */
    boolean abandon() {
        return lanes.abandon();
    }

    /** Records and time that the partition is behind. */
    KafkaStatistics.Progress behind() {
        int span = window.span();
        Duration oldest =
                span == 0 ? Duration.ZERO : ages.of(window.watermark(), System.nanoTime());
        return new KafkaStatistics.Progress(span, oldest);
    }
}
