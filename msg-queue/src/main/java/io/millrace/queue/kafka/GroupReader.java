// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

    private final KafkaQueueSettings settings;
    private final LaneEngine engine;
    private final Consumer<byte[], byte[]> consumer;
    private final Thread thread;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    private Set<String> subscribed = Set.of();

    private final WaitingPartitions waiting = new WaitingPartitions();
    private final GroupMembership membership;
    private final Takeovers takeovers;

    private final ReaderEvents events = new ReaderEvents();
    private final Fetching fetching;
    private final ReadPartitions partitions;
    private final MadeProgress made;
    private final ProgressCommits commits;
    private final HandOver handOver;
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
        this.membership = new GroupMembership(consumer, ReaderLimits.REBALANCE);
        this.takeovers = new Takeovers(stores, logEnds, tasks::add, membership);
        this.fetching = new Fetching(consumer, events);
        this.partitions = new ReadPartitions(engine, owned, fetching, events, newLanes);
        this.made = new MadeProgress(consumer, owned);
        this.commits = new ProgressCommits(consumer, settings.commitInterval());
        this.handOver = new HandOver(commits, settings.handOver());
        this.leaseCheck = new LeaseCheck(stores, tasks::add, this::takeBackIfOwner);
        this.engine = engine;
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
        return partitions.positions();
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
            partitions.retainTopics(subscribed);
        });
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
            PartitionReader reader = partitions.reader(partition);
            // Records of a partition that was revoked during this poll belong to its new owner.
            if (reader != null) {
                var _ = take(partition, reader, records.records(partition));
            }
        }
        openTaken();
        fetching.follow(takeHeld());
        made.follow(partitions.readers());
        // What was made on behalf of a delivery may have been lost with another partition. Then the
        // partition of that delivery begins again before it commits what has ended since.
        runTasks();
        commits.runIfDue(partitions.readers());
        leaseCheck.runIfDue(partitions.readers().values());
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
        CompletableFuture<Void> kept = HandOver.ofAll(partitions.close(List.of(partition)));
        takeovers.beginAfter(kept, partition);
        readAgainUnless(kept, List.of(partition));
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
        PartitionReader reader = partitions.reader(partition);
        if (reader != null && reader.lease().equals(over)) {
            log.warn(
                    "Partition {}: another instance claimed it while instance {} owns it; reclaiming",
                    partition,
                    settings.instance());
            var _ = partitions.close(List.of(partition));
            boolean isSomethingLost = reader.abandon();
            takeovers.begin(partition);
            if (isSomethingLost) {
                readAgain(Map.copyOf(partitions.readers()), List.of(partition));
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
        Map<TopicPartition, PartitionReader> makers = Map.copyOf(partitions.readers());
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
        owners.entrySet().removeIf(maker -> partitions.reader(maker.getKey()) != maker.getValue());
        if (owners.isEmpty()) {
            return;
        }
        log.warn(
                "Messages that were made for originators of {} were lost with it; instance {} reads {} from their last commits and makes them again",
                PartitionNames.of(handedOver),
                settings.instance(),
                PartitionNames.of(owners.keySet()));
        CompletableFuture<Void> kept = HandOver.ofAll(partitions.close(owners.keySet()));
        owners.keySet().forEach(partition -> takeovers.beginAfter(kept, partition));
    }

    /** Moves records that are held into lanes that have room again; returns the bytes that each partition still holds. */
    private Map<TopicPartition, Long> takeHeld() {
        Map<TopicPartition, Long> held = new HashMap<>();
        partitions
                .readers()
                .forEach((partition, reader) -> {
                    reader.holdBack(engine.holdsBack(reader.lanes().queue(), reader.isHeldBack()));
                    if (take(partition, reader, List.of())) {
                        reader.relieve();
                        held.put(partition, reader.heldBytes());
                    }
                });
        return held;
    }

    /** Called within {@code poll}. */
    private final class Rebalance implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            fetching.close(assigned);
            List<TopicPartition> ready = waiting.add(assigned);
            if (!ready.isEmpty()) {
                log.info(
                        "Instance {} was assigned {}; taking over",
                        settings.instance(),
                        PartitionNames.of(ready));
            }
            List<TopicPartition> kept = new ArrayList<>(assigned);
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
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            if (!revoked.isEmpty()) {
                log.info(
                        "Instance {} hands over {}",
                        settings.instance(),
                        PartitionNames.of(revoked));
            }
            Map<TopicPartition, PartitionReader> leaving = giveUp(revoked);
            readAgainUnless(
                    stopped ? handOver.atTheEnd(leaving) : handOver.inRebalance(leaving),
                    leaving.keySet());
            partitions.retainTopics(subscribed);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> lost) {
            log.warn(
                    "Instance {} lost {}: the group removed it after the session timeout; new owners repeat deliveries that ended since the last commit",
                    settings.instance(),
                    PartitionNames.of(lost));
            readAgainUnless(HandOver.ofAll(giveUp(lost).values()), lost);
            partitions.retainTopics(subscribed);
        }

        private Map<TopicPartition, PartitionReader> giveUp(Collection<TopicPartition> former) {
            waiting.giveUp(former);
            takeovers.giveUp(former);
            return partitions.giveUp(former);
        }
    }

    /** Opens the partitions whose takeover the database has confirmed, once the group's commits are known. */
    private void openTaken() {
        Map<TopicPartition, Takeovers.Taken> taken = takeovers.taken();
        if (taken.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> progress =
                consumer.committed(taken.keySet(), ReaderLimits.CALL);
        taken.forEach((partition, what) -> {
            OffsetAndMetadata committed = progress.get(partition);
            if (committed == null) {
                // The takeover has committed, so the commits of the group were deleted since.
                takeovers.begin(partition);
            } else {
                open(partition, what, committed);
            }
        });
        taken.values().forEach(partitions::tookOver);
        log.info(
                "Instance {} owns {} and runs their deliveries",
                settings.instance(),
                PartitionNames.of(taken.keySet()));
    }

    private void open(TopicPartition partition, Takeovers.Taken what, OffsetAndMetadata committed) {
        // The consumer is at this offset already, unless the partition was restarted.
        consumer.seek(partition, committed.offset());
        takeovers.giveUp(List.of(partition));
        partitions.open(partition, what, committed);
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
            thread.join(CLOSE_LIMIT.plus(settings.handOver()).plus(ReaderLimits.CALL));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
