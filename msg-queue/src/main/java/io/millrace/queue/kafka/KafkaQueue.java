// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.Ledger;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueContent;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
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

    private final QueueRegistry queues;
    private final LaneEngine.Environment environment;
    private final KafkaQueueSettings settings;
    private final LaneEngine lanes;
    private final OwnedPartitions owned = new OwnedPartitions();
    private final Routes routes;
    private final Topics topics;
    private final LogEnds logEnds;
    private final RecordSender sender;
    private final MadeMessageSender made;
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
        this.routes = new Routes(queues);
        this.lanes = new LaneEngine(laneSettings, environment);
        this.topics = new Topics(clients.admin(), settings.replication());
        this.logEnds = new LogEnds(() -> topics.ends(routes.partitions()));
        this.sender = new RecordSender(clients.producers(), lanes.outbound(), environment.clock());
        this.made = new MadeMessageSender(owned, sender, environment.listener());
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
                    routes.topics().size(),
                    topics.sessionTimeout(settings.group()).toSeconds());
            lanes.start(handler);
            subscribe();
            reader.start();
            overloaded.start();
            open = true;
        }
    }

    private void provideTopics() {
        Map<String, NamedQueue> wanted = routes.wanted();
        Map<String, Integer> there = topics.provide(wanted.values());
        sender.prepare(there.keySet());
        routes.set(wanted, there);
    }

    /** The ends of the logs of the queues that share tenants with the queue of a topic. */
    private Map<TopicPartition, Long> logEndsFor(String topic) {
        Map<TopicPartition, Long> all = new HashMap<>(logEnds.now());
        all.keySet().removeIf(partition -> !routes.areOfSameTenant(topic, partition.topic()));
        return all;
    }

    private void subscribe() {
        reader.subscribe(routes.topics(), routes.waitingTopics());
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
        return lanes.add(routes.queueOf(partition.topic()));
    }

    @Override
    public Admission submit(RuleMessage message, Source source, Receipt receipt) {
        if (!open) {
            return Admission.CLOSED;
        }
        TopicPartition to = routes.partitionOf(message);
        Admission admission = to == null ? Admission.FULL : submit(to, message, source, receipt);
        if (admission == Admission.FULL) {
            environment.listener().refused(message);
        }
        return admission;
    }

    private Admission submit(
            TopicPartition to, RuleMessage message, Source source, Receipt receipt) {
        if (source != Source.DEVICE) {
            return made.send(to, message, source, receipt);
        }
        return overloaded.contains(message.tenant())
                ? Admission.FULL
                : sender.send(
                        to.topic(), to.partition(), message, source, WriteEnd.IGNORED, receipt);
    }

    @Override
    public void submitOrWait(RuleMessage message, Source source, WaitingSender waiting) {
        if (Budgets.isOutside(source)) {
            throw new IllegalArgumentException("messages of %s cannot wait".formatted(source));
        }
        TopicPartition to = routes.partitionOf(message);
        if (!open || to == null) {
            waiting.answered(submit(message, source, waiting));
        } else {
            made.sendOrWait(to, message, source, waiting);
        }
    }

    @Override
    public boolean isLocal(RuleMessage message) {
        TopicPartition partition = routes.partitionOf(message);
        LanePartition own = partition == null ? null : owned.made(partition).openLanes();
        return own != null && own.isIdle(message);
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
                routes.waitingTopics().size(),
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
        Map<QueueKey, List<String>> logs = routes.topicsOf(tenant);
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
