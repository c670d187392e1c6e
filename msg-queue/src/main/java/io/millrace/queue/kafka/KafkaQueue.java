// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.Ledger;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Partitioner;
import io.millrace.queue.QueueContent;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueLoad;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import io.millrace.queue.WaitingSender;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.queue.lane.room.Budgets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues over Kafka. A device's message is written to the log first, and read by the instance that owns its
 * partition. A message that the engine makes goes straight into its lane if this instance owns the partition.
 *
 * <p>An object is {@linkplain #start started} once, then closed.
 */
public final class KafkaQueue implements QueueEngine {

    private static final Logger log = LoggerFactory.getLogger(KafkaQueue.class);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

    /**
     * The topic of a queue.
     *
     * @param partitioner chooses the partition of a message
     */
    private record Route(NamedQueue queue, String topic, Partitioner partitioner) {

        Stream<TopicPartition> partitions() {
            return IntStream.range(0, partitioner.partitions())
                    .mapToObj(partition -> new TopicPartition(topic, partition));
        }

        TopicPartition partitionOf(RuleMessage message) {
            int partition = partitioner.partitionOf(queue.definition().submit().orderKey(message));
            return new TopicPartition(topic, partition);
        }
    }

    private final QueueRegistry queues;
    private final LaneEngine.Environment environment;
    private final KafkaQueueSettings settings;
    private final LaneEngine lanes;
    private final OwnedPartitions owned = new OwnedPartitions();
    private final Map<NamedQueue, Route> routes = new ConcurrentHashMap<>();
    private final Map<String, NamedQueue> byTopic = new ConcurrentHashMap<>();
    private final Topics topics;
    private final LogEnds logEnds;
    private final RecordSender sender;
    private final OverloadedTenants overloaded;
    private final GroupReader reader;
    private final UnreadRecords unread;
    private volatile boolean open;

    public KafkaQueue(
            QueueRegistry queues,
            LaneSettings laneSettings,
            KafkaQueueSettings settings,
            KafkaClients clients,
            PartitionStores stores,
            LaneEngine.Environment environment) {
        this.queues = queues;
        this.environment = environment;
        this.settings = settings;
        this.lanes = new LaneEngine(laneSettings, environment);
        this.topics = new Topics(clients.admin(), settings.replication());
        this.logEnds = new LogEnds(() -> topics.ends(partitions()));
        this.sender = new RecordSender(clients.producers(), lanes.outbound(), environment.clock());
        this.overloaded =
                new OverloadedTenants(
                        lanes::overloaded, stores::shareOverloaded, environment.ticker());
        this.reader =
                new GroupReader(
                        settings,
                        clients.consumers().createConsumer(),
                        stores,
                        this::logEndsFor,
                        lanes,
                        owned,
                        this::newLanes);
        this.unread = new UnreadRecords(logEnds::now, reader::positions);
    }

    /**
     * {@inheritDoc} Creates the missing topics and joins the group, which assigns partitions later.
     *
     * @throws KafkaQueueException if the brokers do not answer, or refuse
     */
    @Override
    public void start(AttemptHandler handler) {
        queues.onChange(this::queuesChanged);
        // Changes that come during the start are applied after it.
        synchronized (topics) {
            provideTopics();
            log.info(
                    "Instance {} joins the consumer group {} for {} topics; partitions of an instance that dies move after {} s (consumer.session.timeout.ms of the brokers)",
                    settings.instance(),
                    settings.group(),
                    byTopic.size(),
                    topics.sessionTimeout(settings.group()).toSeconds());
            lanes.start(handler);
            subscribe();
            reader.start();
            overloaded.start();
            open = true;
        }
    }

    private void provideTopics() {
        Map<String, NamedQueue> named = new HashMap<>();
        queues.retired().forEach(queue -> named.put(queue.definition().topic(), queue));
        queues.all().forEach(queue -> named.put(queue.definition().topic(), queue));
        Map<String, Integer> there = topics.provide(named.values());
        sender.prepare(there.keySet());
        there.forEach((topic, partitions) -> {
            NamedQueue queue = named.get(topic);
            if (queue != null) {
                byTopic.put(topic, queue);
                routes.put(queue, new Route(queue, topic, new Partitioner(partitions)));
            }
        });
        byTopic.keySet().retainAll(named.keySet());
        routes.keySet().retainAll(named.values());
    }

    private List<TopicPartition> partitions() {
        return routes.values().stream().flatMap(Route::partitions).toList();
    }

    /** The ends of the logs of the queues that share tenants with the queue of a topic. */
    private Map<TopicPartition, Long> logEndsFor(String topic) {
        NamedQueue queue = byTopic.get(topic);
        Map<TopicPartition, Long> all = new HashMap<>(logEnds.now());
        all.keySet().removeIf(partition -> !isOfSameTenant(queue, byTopic.get(partition.topic())));
        return all;
    }

    private static boolean isOfSameTenant(@Nullable NamedQueue one, @Nullable NamedQueue other) {
        return one != null && other != null && one.key().tenant().equals(other.key().tenant());
    }

    private void subscribe() {
        reader.subscribe(byTopic.keySet(), waitingTopics());
    }

    private List<String> waitingTopics() {
        return byTopic.values().stream()
                .map(NamedQueue::definition)
                .filter(QueueDefinition::isWaiting)
                .map(QueueDefinition::topic)
                .toList();
    }

    private void queuesChanged() {
        Thread.ofVirtual().name("queue-topics").start(this::followQueues);
    }

    /** Applies changes one after the other, so that the last one counts. Retries until the brokers answer. */
    private void followQueues() {
        synchronized (topics) {
            while (open) {
                try {
                    provideTopics();
                    subscribe();
                    return;
                } catch (KafkaQueueException e) {
                    log.warn(
                            "Cannot create or read the topics of the changed queues: {}; retrying in {} s",
                            e.toString(),
                            PAUSE_AFTER_ERROR.toSeconds());
                    LockSupport.parkNanos(PAUSE_AFTER_ERROR.toNanos());
                }
            }
        }
    }

    /**
     * True if every delivery of a topic has ended, in all instances. Blocks.
     *
     * @throws KafkaQueueException if the brokers do not answer, or refuse
     */
    public boolean hasEnded(String topic) {
        return unfinished(topic) == 0;
    }

    /**
     * Number of records of a topic from the oldest of each partition that has not ended, in all instances; some of them
     * may have ended. Blocks.
     *
     * @throws KafkaQueueException if the brokers do not answer, or refuse
     */
    public long unfinished(String topic) {
        return topics.unfinished(settings.group(), topic);
    }

    /**
     * True if a topic exists. Blocks.
     *
     * @throws KafkaQueueException if the brokers do not answer, or refuse
     */
    public boolean hasTopic(String topic) {
        return topics.exists(topic);
    }

    private LanePartition newLanes(TopicPartition partition) {
        NamedQueue queue = byTopic.get(partition.topic());
        if (queue == null) {
            throw new IllegalStateException("no queue has the topic " + partition.topic());
        }
        return lanes.add(queue);
    }

    @Override
    public Admission submit(RuleMessage message, Source source, Receipt receipt) {
        if (!open) {
            return Admission.CLOSED;
        }
        Route route = routeOf(message);
        Admission admission =
                route == null ? Admission.FULL : submit(route, message, source, receipt);
        if (admission == Admission.FULL) {
            environment.listener().refused(message);
        }
        return admission;
    }

    /**
     * The route of a message's queue. While the topic of a queue that changes its number of partitions is not known
     * here yet, the route of the former topic, whose messages end first; null if there is none.
     */
    private @Nullable Route routeOf(RuleMessage message) {
        NamedQueue queue = queues.of(message);
        Route route = routes.get(queue);
        while (route == null && queue != null) {
            queue = queues.predecessorOf(queue);
            route = queue == null ? null : routes.get(queue);
        }
        return route;
    }

    private Admission submit(Route route, RuleMessage message, Source source, Receipt receipt) {
        TopicPartition partition = route.partitionOf(message);
        if (source == Source.DEVICE) {
            if (overloaded.contains(message.tenant())) {
                return Admission.FULL;
            }
            return sender.send(
                    partition.topic(),
                    partition.partition(),
                    message,
                    source,
                    WriteEnd.IGNORED,
                    receipt);
        }
        MadeMessages made = owned.made(partition);
        Admission direct = submitToLanes(made.openLanes(), message, source, receipt);
        if (direct != Admission.CLOSED) {
            return direct;
        }
        made.choseLog();
        return written(
                made,
                () ->
                        sender.send(
                                partition.topic(),
                                partition.partition(),
                                message,
                                source,
                                made,
                                receipt));
    }

    /** Puts a message into its lane; {@link Admission#CLOSED} if there are no lanes, or they are closed. */
    private static Admission submitToLanes(
            @Nullable LanePartition lanes, RuleMessage message, Source source, Receipt receipt) {
        return lanes == null ? Admission.CLOSED : lanes.submit(message, source, receipt);
    }

    /** Gives a message to the sender, which refuses one that is too large. */
    private static <T> T written(WriteEnd end, Supplier<T> send) {
        try {
            return send.get();
        } catch (IllegalArgumentException tooLarge) {
            end.dropped();
            throw tooLarge;
        }
    }

    @Override
    public void submitOrWait(RuleMessage message, Source source, WaitingSender waiting) {
        if (Budgets.isOutside(source)) {
            throw new IllegalArgumentException("messages of %s cannot wait".formatted(source));
        }
        Route route = routeOf(message);
        if (!open || route == null) {
            waiting.answered(submit(message, source, waiting));
            return;
        }
        MadeMessage made = new MadeMessage(message, source, waiting, route.partitionOf(message));
        MadeMessages ways = owned.made(made.partition);
        if (ways.openLanes() != null) {
            made.goToLanes(ways);
        } else {
            switch (ways.choose(made)) {
                case LANES -> made.goToLanes(ways);
                case LOG -> made.goToLog(ways);
                case REFUSED -> made.answer(Admission.FULL);
                case HELD -> {
                    // The reader lets it go.
                }
            }
        }
    }

    /** A message of the engine on its way into a partition. */
    private final class MadeMessage implements MadeMessages.Held {

        private final RuleMessage message;
        private final Source source;
        private final WaitingSender sender;
        private final TopicPartition partition;

        MadeMessage(
                RuleMessage message,
                Source source,
                WaitingSender sender,
                TopicPartition partition) {
            this.message = message;
            this.source = source;
            this.sender = sender;
            this.partition = partition;
        }

        @Override
        public void go(MadeMessages.Way way) {
            MadeMessages ways = owned.made(partition);
            boolean isWanted = sender.isWaiting();
            if (!isWanted) {
                if (way == MadeMessages.Way.LOG) {
                    ways.dropped();
                }
                answer(Admission.FULL);
            } else if (way == MadeMessages.Way.LANES) {
                goToLanes(ways);
            } else {
                try {
                    goToLog(ways);
                } catch (IllegalArgumentException tooLarge) {
                    log.warn("Cannot send a message of {}", message.originator(), tooLarge);
                    answer(Admission.FULL);
                }
            }
        }

        void goToLanes(MadeMessages ways) {
            Admission admission =
                    owned.isCurrent(sender.lease())
                            ? submitToLanes(ways.lanes(), message, source, sender)
                            : Admission.CLOSED;
            if (admission == Admission.CLOSED) {
                ways.choseLog();
                goToLog(ways);
            } else {
                answer(admission);
            }
        }

        private void answer(Admission admission) {
            if (admission == Admission.FULL) {
                environment.listener().refused(message);
            }
            sender.answered(admission);
        }

        void goToLog(MadeMessages ways) {
            written(
                    ways,
                    () -> {
                        RecordSender to = KafkaQueue.this.sender;
                        to.sendOrWait(
                                partition.topic(),
                                partition.partition(),
                                message,
                                source,
                                ways,
                                sender,
                                () -> environment.listener().refused(message));
                        return true;
                    });
        }
    }

    @Override
    public boolean isLocal(RuleMessage message) {
        Route route = routeOf(message);
        if (route == null) {
            return false;
        }
        LanePartition lanes = owned.made(route.partitionOf(message)).openLanes();
        return lanes != null && lanes.isIdle(message);
    }

    @Override
    public void drop(RuleMessage message, Source source) {
        lanes.outbound().drop(message, source);
    }

    /** Number of partitions that this instance owns now. */
    public int ownedPartitions() {
        return owned.size();
    }

    /** False while messages wait for brokers that do not answer. */
    public boolean isAvailable() {
        return !sender.isAway();
    }

    /** Figures on the use of Kafka. Cheap. */
    public KafkaStatistics statistics() {
        return new KafkaStatistics(
                isAvailable(),
                sender.sending() + owned.held(),
                lanes.outbound().bytes(),
                lanes.outbound().maxBytes(),
                reader.heldBytes(),
                Fetching.MAX_HELD_BYTES,
                owned.size(),
                waitingTopics().size(),
                overloaded.size(),
                reader.behind(),
                reader.events());
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
        Map<QueueKey, List<String>> logs = logsOf(tenant);
        List<QueueContent> here = lanes.contents(tenant);
        if (logs.isEmpty()) {
            return here;
        }
        Map<QueueKey, QueueContent> all = new HashMap<>();
        logs.keySet().forEach(key -> all.put(key, QueueContent.empty(key)));
        here.forEach(content -> all.put(content.queue(), content));
        Optional<Map<String, Long>> known = unread.byTopic();
        return all.values().stream()
                .map(content -> content.withUnread(sum(logs.get(content.queue()), known)))
                .toList();
    }

    /** The topics that hold only messages of a tenant, or all topics, by queue. */
    private Map<QueueKey, List<String>> logsOf(@Nullable TenantId tenant) {
        Map<QueueKey, List<String>> logs = new HashMap<>();
        byTopic.forEach((topic, queue) -> {
            if (tenant == null || tenant.equals(queue.key().tenant())) {
                logs.computeIfAbsent(queue.key(), _ -> new ArrayList<>()).add(topic);
            }
        });
        return logs;
    }

    private static OptionalLong sum(
            @Nullable List<String> topics, Optional<Map<String, Long>> known) {
        return topics == null || known.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        topics.stream()
                                .mapToLong(topic -> known.get().getOrDefault(topic, 0L))
                                .sum());
    }

    @Override
    public void forget(TenantId tenant) {
        lanes.forget(tenant);
    }

    @Override
    public QueueLoad load() {
        return lanes.load();
    }

    /** Refuses new messages, hands the partitions over, and writes the messages that are being sent into the log. */
    @Override
    public void close() {
        boolean joined = open;
        open = false;
        if (joined) {
            log.info(
                    "Instance {} stops: handing over {} partitions and leaving the consumer group {}",
                    settings.instance(),
                    owned.size(),
                    settings.group());
        }
        overloaded.close();
        reader.close();
        sender.close();
        lanes.close();
        topics.close();
    }
}
