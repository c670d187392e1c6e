// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.kafka.PartitionStores.LogEnd;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The poll loop: a member of the consumer group that moves records into lanes and commits their progress. One thread
 * owns the consumer and everything here. It runs no node and waits for none, except, for a moment, for the running
 * deliveries of a partition that is revoked.
 */
final class GroupReader implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GroupReader.class);
    private static final Duration WAIT_FOR_TOPICS = Duration.ofMillis(50);
    private static final Duration CALL_LIMIT = Duration.ofSeconds(5);

    /** How long a rebalance may keep this thread from reading; the heartbeat interval that docs/cluster.md recommends. */
    private static final Duration REBALANCE_LIMIT = Duration.ofSeconds(1);

    private static final Duration LEAST_CALL = Duration.ofMillis(100);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);
    private static final Duration REST_CHECK = Duration.ofMillis(5);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

    private final KafkaQueueSettings settings;
    private final LaneEngine engine;
    private final OwnedPartitions owned;
    private final Function<TopicPartition, LanePartition> newLanes;
    private final Consumer<byte[], byte[]> consumer;
    private final Thread thread;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    private Set<String> subscribed = Set.of();

    /** Lanes of each partition that this instance has ever owned; kept since their ledger counts on. */
    private final Map<TopicPartition, LanePartition> lanes = new HashMap<>();

    private final WaitingPartitions waiting = new WaitingPartitions();
    private final GroupMembership membership;
    private final Takeovers takeovers;

    /** Changed by the poll loop; {@link #positions} reads it on other threads. */
    private final Map<TopicPartition, PartitionReader> readers = new ConcurrentHashMap<>();

    private final ReaderEvents events = new ReaderEvents();
    private final Fetching fetching;
    private final ProgressCommits commits;
    private final LeaseCheck leaseCheck;
    private volatile boolean stopped;

    /**
     * @param consumer closed with this object
     * @param logEnds returns where the logs end now into which deliveries of a topic may write; blocks
     * @param newLanes makes the lanes of a partition
     */
    GroupReader(
            KafkaQueueSettings settings,
            Consumer<byte[], byte[]> consumer,
            PartitionStores stores,
            Function<String, Map<TopicPartition, Long>> logEnds,
            LaneEngine engine,
            OwnedPartitions owned,
            Function<TopicPartition, LanePartition> newLanes) {
        this.settings = settings;
        this.membership = new GroupMembership(consumer, REBALANCE_LIMIT);
        this.takeovers = new Takeovers(stores, logEnds, tasks::add, membership);
        this.fetching = new Fetching(consumer, events);
        this.commits = new ProgressCommits(consumer, settings.commitInterval());
        this.leaseCheck = new LeaseCheck(stores, tasks::add, this::takeBackIfOwner);
        this.engine = engine;
        this.owned = owned;
        this.newLanes = newLanes;
        this.consumer = consumer;
        this.thread = Thread.ofPlatform().daemon().name("queue-reader").unstarted(this::run);
    }

    /** Progress of the partition that is furthest behind. */
    KafkaStatistics.Progress behind() {
        return commits.behind();
    }

    /** Bytes of records that wait, undecoded, for room in their lanes. */
    long heldBytes() {
        return fetching.heldBytes();
    }

    /** The offset of the next record to move into lanes, of each partition that is read here. Safe for any thread. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new HashMap<>();
        readers.forEach((partition, reader) -> positions.put(partition, reader.next()));
        return positions;
    }

    /** Counts of events of the partitions. */
    KafkaStatistics.Events events() {
        return events.sum();
    }

    /** Joins the group. */
    void start() {
        thread.start();
    }

    /**
     * Reads these topics from now on.
     *
     * @param waitingTopics those of them whose partitions are not opened yet
     */
    void subscribe(Collection<String> topics, Collection<String> waitingTopics) {
        List<String> all = List.copyOf(topics);
        List<String> closed = List.copyOf(waitingTopics);
        tasks.add(() -> {
            List<TopicPartition> ready = waiting.setTopics(closed);
            if (!ready.isEmpty()) {
                log.info(
                        "Instance {} takes over {}: the messages of their former topics have ended",
                        settings.instance(),
                        PartitionNames.of(ready));
            }
            ready.forEach(takeovers::begin);
            subscribed = Set.copyOf(all);
            consumer.subscribe(all, new Rebalance());
            forgetUnsubscribed();
        });
    }

    /** Releases the lanes of topics that are no longer read, except those of partitions still to be handed over. */
    private void forgetUnsubscribed() {
        lanes.entrySet()
                .removeIf(entry -> {
                    TopicPartition partition = entry.getKey();
                    boolean stays =
                            subscribed.contains(partition.topic())
                                    || readers.containsKey(partition);
                    if (!stays) {
                        engine.release(List.of(entry.getValue()));
                    }
                    return !stays;
                });
        owned.retainTopics(subscribed);
    }

    private void run() {
        while (!stopped) {
            try {
                turn();
            } catch (RuntimeException e) {
                // This instance still owns its partitions, so no other would read them.
                log.error(
                        "Instance {} cannot read from Kafka; retrying in {} s",
                        settings.instance(),
                        PAUSE_AFTER_ERROR.toSeconds(),
                        e);
                engine.taskFailed(thread.getName());
                LockSupport.parkNanos(PAUSE_AFTER_ERROR.toNanos());
            }
        }
        try {
            // The rebalance listener hands the partitions over before the consumer leaves the
            // group.
            consumer.close(CloseOptions.timeout(CLOSE_LIMIT));
            log.info("Instance {} has left the consumer group", settings.instance());
        } catch (KafkaException e) {
            log.warn(
                    "Instance {} did not leave the consumer group in {} s; others get its partitions after the session timeout",
                    settings.instance(),
                    CLOSE_LIMIT.toSeconds(),
                    e);
        }
    }

    private void turn() {
        runTasks();
        membership.askIfWanted();
        if (subscribed.isEmpty()) {
            LockSupport.parkNanos(WAIT_FOR_TOPICS.toNanos());
            return;
        }
        ConsumerRecords<byte[], byte[]> records = fetching.poll();
        for (TopicPartition partition : records.partitions()) {
            PartitionReader reader = readers.get(partition);
            // Records of a partition that was revoked during this poll belong to its new owner.
            if (reader != null) {
                var _ = take(partition, reader, records.records(partition));
            }
        }
        openTaken();
        fetching.follow(takeHeld());
        followMade();
        // What was made on behalf of a delivery may have been lost with another partition. Then the
        // partition of that delivery begins again before it commits what has ended since.
        runTasks();
        commits.runIfDue(readers);
        leaseCheck.runIfDue(readers.values());
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Moves records into lanes, after those that were held; false if the partition was restarted. */
    private boolean take(
            TopicPartition partition,
            PartitionReader reader,
            List<ConsumerRecord<byte[], byte[]>> records) {
        try {
            reader.take(records);
            return true;
        } catch (RuntimeException e) {
            // Records that were not taken would count as a gap, so they are read again.
            log.error(
                    "Cannot move records of {} into lanes; reading it again from the last commit",
                    partition,
                    e);
            restart(partition);
            return false;
        }
    }

    /** Releases the lanes of a partition and takes it over again, from the last commit. */
    private void restart(TopicPartition partition) {
        CompletableFuture<Void> kept = handOverAll(release(List.of(partition)));
        takeovers.beginAfter(kept, partition);
        readAgainUnless(kept, List.of(partition));
    }

    /** Closes partitions until they are opened again. */
    private Collection<PartitionReader> release(Collection<TopicPartition> partitions) {
        fetching.close(partitions);
        owned.removeAll(partitions);
        return removeReaders(partitions).values();
    }

    private void takeBackIfOwner(Lease over) {
        TopicPartition partition = new TopicPartition(over.topic(), over.partition());
        var _ =
                membership
                        .confirm(partition)
                        .thenAccept(isOwner -> {
                            if (isOwner) {
                                tasks.add(() -> takeBack(partition, over));
                            }
                        });
    }

    private void takeBack(TopicPartition partition, Lease over) {
        PartitionReader reader = readers.get(partition);
        if (reader != null && reader.lease().equals(over)) {
            log.warn(
                    "Partition {}: another instance claimed it while instance {} owns it; reclaiming",
                    partition,
                    settings.instance());
            var _ = release(List.of(partition));
            boolean isSomethingLost = reader.abandon();
            takeovers.begin(partition);
            if (isSomethingLost) {
                readAgain(Map.copyOf(readers), List.of(partition));
            }
        }
    }

    /**
     * Reads the partitions that this instance owns now, and still owns then, from their last commits if the deliveries
     * of others could not be stored when these were handed over. Deliveries that have ended may have made some of those,
     * and no other instance makes them again.
     */
    private void readAgainUnless(
            CompletableFuture<Void> kept, Collection<TopicPartition> handedOver) {
        Map<TopicPartition, PartitionReader> makers = Map.copyOf(readers);
        if (makers.isEmpty()) {
            return;
        }
        var _ =
                kept.whenComplete((_, error) -> {
                    if (error != null) {
                        tasks.add(() -> readAgain(makers, handedOver));
                    }
                });
    }

    private void readAgain(
            Map<TopicPartition, PartitionReader> makers, Collection<TopicPartition> handedOver) {
        Map<TopicPartition, PartitionReader> owners = new HashMap<>(makers);
        owners.entrySet().removeIf(maker -> readers.get(maker.getKey()) != maker.getValue());
        if (owners.isEmpty()) {
            return;
        }
        log.warn(
                "Messages that were made for originators of {} were lost with it; instance {} reads {} from their last commits and makes them again",
                PartitionNames.of(handedOver),
                settings.instance(),
                PartitionNames.of(owners.keySet()));
        CompletableFuture<Void> kept = handOverAll(release(owners.keySet()));
        owners.keySet().forEach(partition -> takeovers.beginAfter(kept, partition));
    }

    private static CompletableFuture<Void> handOverAll(Collection<PartitionReader> leaving) {
        return CompletableFuture.allOf(
                leaving.stream().map(PartitionReader::handOver).toArray(CompletableFuture[]::new));
    }

    /** Moves records that are held into lanes that have room again; returns the bytes that each partition still holds. */
    private Map<TopicPartition, Long> takeHeld() {
        Map<TopicPartition, Long> held = new HashMap<>();
        Map.copyOf(readers)
                .forEach((partition, reader) -> {
                    reader.holdBack(engine.holdsBack(reader.lanes().queue(), reader.isHeldBack()));
                    if (take(partition, reader, List.of())) {
                        reader.relieve();
                        held.put(partition, reader.heldBytes());
                    }
                });
        return held;
    }

    /** Tells the ways of the messages that the engine makes how far the partitions have been read. */
    private void followMade() {
        List<TopicPartition> unknown = new ArrayList<>();
        readers.forEach((partition, reader) -> {
            MadeMessages made = owned.made(partition);
            if (made.openLanes() == null) {
                positionOf(partition, reader).ifPresent(made::read);
                if (made.isEndUnknown()) {
                    unknown.add(partition);
                }
            }
        });
        if (!unknown.isEmpty()) {
            consumer.endOffsets(unknown, CALL_LIMIT)
                    .forEach((partition, end) -> owned.made(partition).end(end));
        }
        owned.releaseMade();
    }

    /** The offset of the next record to move into lanes; empty if the consumer does not know it yet. */
    private OptionalLong positionOf(TopicPartition partition, PartitionReader reader) {
        Long held = reader.firstHeld();
        try {
            return OptionalLong.of(held == null ? consumer.position(partition, LEAST_CALL) : held);
        } catch (TimeoutException _) {
            return OptionalLong.empty();
        }
    }

    /** Called within {@code poll}. */
    private final class Rebalance implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            fetching.close(partitions);
            List<TopicPartition> ready = waiting.add(partitions);
            if (!ready.isEmpty()) {
                log.info(
                        "Instance {} was assigned {}; taking over",
                        settings.instance(),
                        PartitionNames.of(ready));
            }
            List<TopicPartition> kept = new ArrayList<>(partitions);
            kept.removeAll(ready);
            if (!kept.isEmpty()) {
                log.info(
                        "Instance {} was assigned {}; not read until the messages of their former topics have ended",
                        settings.instance(),
                        PartitionNames.of(kept));
            }
            ready.forEach(takeovers::begin);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                log.info(
                        "Instance {} hands over {}",
                        settings.instance(),
                        PartitionNames.of(partitions));
            }
            waiting.giveUp(partitions);
            takeovers.giveUp(partitions);
            owned.removeAll(partitions);
            handOver(removeReaders(partitions));
            forgetUnsubscribed();
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            log.warn(
                    "Instance {} lost {}: the group removed it after the session timeout; new owners repeat deliveries that ended since the last commit",
                    settings.instance(),
                    PartitionNames.of(partitions));
            waiting.giveUp(partitions);
            takeovers.giveUp(partitions);
            owned.removeAll(partitions);
            readAgainUnless(handOverAll(removeReaders(partitions).values()), partitions);
            forgetUnsubscribed();
        }
    }

    private Map<TopicPartition, PartitionReader> removeReaders(
            Collection<TopicPartition> partitions) {
        Map<TopicPartition, PartitionReader> removed = new HashMap<>();
        for (TopicPartition partition : partitions) {
            PartitionReader reader = readers.remove(partition);
            if (reader != null) {
                removed.put(partition, reader);
            }
        }
        return removed;
    }

    /** Opens the partitions whose takeover the database has confirmed, once the group's commits are known. */
    private void openTaken() {
        Map<TopicPartition, Takeovers.Taken> taken = takeovers.taken();
        if (taken.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> progress =
                consumer.committed(taken.keySet(), CALL_LIMIT);
        taken.forEach((partition, what) -> {
            OffsetAndMetadata committed = progress.get(partition);
            if (committed == null) {
                // The takeover has committed, so the commits of the group were deleted since.
                takeovers.begin(partition);
            } else {
                open(partition, what, committed);
            }
        });
        taken.values().forEach(this::tellReaders);
        log.info(
                "Instance {} owns {} and runs their deliveries",
                settings.instance(),
                PartitionNames.of(taken.keySet()));
    }

    /** Messages of the partition may go straight into the lanes of others, so their logs do not show the takeover. */
    private void tellReaders(Takeovers.Taken taken) {
        readers.forEach((partition, reader) -> {
            Long end = taken.logEnds().get(partition);
            if (end != null) {
                reader.tookOver(new LogEnd(taken.lease(), end));
            }
        });
    }

    private void open(
            TopicPartition partition, Takeovers.Taken taken, OffsetAndMetadata committed) {
        // The consumer is at this offset already, unless the partition was restarted.
        consumer.seek(partition, committed.offset());
        LanePartition of = lanes.computeIfAbsent(partition, newLanes);
        takeovers.giveUp(List.of(partition));
        readers.put(partition, new PartitionReader(of, taken, committed, events));
        fetching.opened(partition);
        owned.add(taken.lease(), partition, of, committed.offset());
    }

    /**
     * Hands partitions over so that their new owner repeats no delivery that has ended here. While the process runs on,
     * this takes no longer than {@link #REBALANCE_LIMIT} in all, because the partitions that stay are not read meanwhile:
     * running deliveries have half of it to end, and their new owner repeats those that do not.
     */
    private void handOver(Map<TopicPartition, PartitionReader> leaving) {
        long begun = System.nanoTime();
        Duration toEnd = stopped ? settings.handOver() : REBALANCE_LIMIT.dividedBy(2);
        Duration inAll = stopped ? settings.handOver().plus(CALL_LIMIT) : REBALANCE_LIMIT;
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        leaving.values().forEach(reader -> stored.add(reader.handOverWaiting()));
        while (System.nanoTime() - begun < toEnd.toNanos()
                && !leaving.values().stream().allMatch(PartitionReader::isAtRest)) {
            LockSupport.parkNanos(REST_CHECK.toNanos());
        }
        stored.add(handOverAll(leaving.values()));
        CompletableFuture<Void> kept =
                CompletableFuture.allOf(stored.toArray(CompletableFuture[]::new));
        readAgainUnless(kept, leaving.keySet());
        kept.copy()
                .orTimeout(left(begun, inAll).toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(error -> {
                    log.warn(
                            "Unfinished deliveries of {} are not stored yet at the end of the hand-over",
                            PartitionNames.of(leaving.keySet()),
                            error);
                    return null;
                })
                .join();
        commits.commitLast(leaving, stopped ? CALL_LIMIT : left(begun, inAll));
    }

    /** What is left of a time, but at least enough for a call that nothing delays. */
    private static Duration left(long begun, Duration inAll) {
        Duration left = inAll.minusNanos(System.nanoTime() - begun);
        return left.compareTo(LEAST_CALL) < 0 ? LEAST_CALL : left;
    }

    /** Hands the partitions over and leaves the group, so that other instances get them at once. */
    @Override
    public void close() {
        stopped = true;
        if (thread.getState() == Thread.State.NEW) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            return;
        }
        try {
            thread.join(CLOSE_LIMIT.plus(settings.handOver()).plus(CALL_LIMIT));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
