// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.Ledger;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Partitioner;
import io.millrace.queue.QueueContent;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueLoad;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.queue.lane.Left;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues inside one process. Messages run as soon as there is room. A message that takes longer than {@link
 * LaneSettings#storeAfter} is written to the in-flight store, its receipt is completed, and a restart delivers it
 * again.
 *
 * <p>It is created, then {@linkplain #start started} once, then closed.
 */
public final class MemoryQueue implements QueueEngine {

    private static final Logger log = LoggerFactory.getLogger(MemoryQueue.class);

    /** Number of partitions of each queue, so that threads seldom wait for each other's locks. */
    private static final int PARTITIONS = 16;

    private final QueueRegistry queues;
    private final LaneEngine.Environment environment;
    private final LaneEngine lanes;
    private final InFlightStore inFlight;
    private final Partitioner partitioner;
    private final ConcurrentMap<NamedQueue, LanePartition[]> partitions = new ConcurrentHashMap<>();
    private volatile boolean open;

    public MemoryQueue(
            QueueRegistry queues,
            LaneSettings settings,
            InFlightStore inFlight,
            LaneEngine.Environment environment) {
        this(PARTITIONS, queues, settings, inFlight, environment);
    }

    MemoryQueue(
            int partitions,
            QueueRegistry queues,
            LaneSettings settings,
            InFlightStore inFlight,
            LaneEngine.Environment environment) {
        this.queues = queues;
        this.inFlight = inFlight;
        this.environment = environment;
        this.lanes = new LaneEngine(settings, environment);
        this.partitioner = new Partitioner(partitions);
    }

    /** {@inheritDoc} Deliveries from the in-flight store are taken in first. */
    @Override
    public void start(AttemptHandler handler) {
        lanes.start(handler);
        open();
    }

    /** Does the same as {@link #start} without the sweeper thread, for tests that sweep by hand. */
    void prepare(AttemptHandler handler) {
        lanes.prepare(handler);
        open();
    }

    private void open() {
        AtomicInteger left = new AtomicInteger();
        inFlight.read(page -> {
            takeLeft(page);
            left.addAndGet(page.size());
        });
        queues.onChange(this::forgetRemoved);
        open = true;
        if (left.get() > 0) {
            log.info("Found {} unfinished messages of the last run; delivering them again", left);
        }
    }

    private void takeLeft(List<InFlight> page) {
        Map<LanePartition, List<Left>> parts = new LinkedHashMap<>();
        for (InFlight stored : page) {
            LanePartition part = partition(stored.message());
            parts.computeIfAbsent(part, _ -> new ArrayList<>()).add(Left.whole(stored));
        }
        parts.forEach(LanePartition::takeLeft);
    }

    private LanePartition partition(RuleMessage message) {
        while (true) {
            NamedQueue queue = queues.of(message);
            LanePartition[] parts = partitions.get(queue);
            if (parts == null) {
                parts = partitions.computeIfAbsent(queue, this::newParts);
            }
            if (!queue.isGone()) {
                return part(queue, parts, message);
            }
            forget(queue);
        }
    }

    private void forgetRemoved() {
        partitions.keySet().stream().filter(NamedQueue::isGone).forEach(this::forget);
    }

    private void forget(NamedQueue removed) {
        LanePartition[] parts = partitions.remove(removed);
        if (parts != null) {
            lanes.release(List.of(parts));
        }
    }

    private LanePartition part(NamedQueue queue, LanePartition[] parts, RuleMessage message) {
        return parts[partitioner.partitionOf(queue.definition().submit().orderKey(message))];
    }

    private LanePartition[] newParts(NamedQueue queue) {
        LanePartition[] parts = new LanePartition[partitioner.partitions()];
        Arrays.setAll(parts, _ -> lanes.add(queue));
        for (LanePartition part : parts) {
            part.open(null, inFlight);
        }
        return parts;
    }

    @Override
    public Admission submit(RuleMessage message, Source source, Receipt receipt) {
        if (!open) {
            return Admission.CLOSED;
        }
        Admission admission;
        do {
            admission = partition(message).submit(message, source, receipt);
            // The partition is closed although the queue is open: its queue was removed a moment
            // ago and has been replaced.
        } while (admission == Admission.CLOSED && open);
        if (admission == Admission.FULL) {
            environment.listener().refused(message);
        }
        return admission;
    }

    @Override
    public void drop(RuleMessage message, Source source) {
        boolean counted = !lanes.isStarted();
        while (!counted) {
            counted = partition(message).drop(message, source);
        }
    }

    /** Runs one sweep; for tests that sweep by hand. */
    void sweep() {
        lanes.sweep();
    }

    /** Number of queues that have partitions here. */
    int keptQueues() {
        return partitions.size();
    }

    LaneEngine lanes() {
        return lanes;
    }

    @Override
    public Ledger ledger() {
        return lanes.ledger();
    }

    @Override
    public List<Unfinished> find(UUID message) {
        return lanes.find(message);
    }

    @Override
    public List<QueueContent> contents(@Nullable TenantId tenant) {
        return lanes.contents(tenant);
    }

    @Override
    public void forget(TenantId tenant) {
        lanes.forget(tenant);
    }

    @Override
    public QueueLoad load() {
        return lanes.load();
    }

    /**
     * Takes no more messages, waits for those in flight as long as the settings allow, and leaves the rest in the
     * in-flight store for the next run.
     */
    @Override
    public void close() {
        open = false;
        lanes.drain();
        lanes.close();
    }
}
