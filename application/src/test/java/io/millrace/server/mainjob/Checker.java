// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.mainjob.ChainSaves.Saved;
import io.millrace.server.mainjob.TestCluster.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs devices and saves of chains through random faults of a cluster, and then asserts what the cluster guarantees. The
 * seed decides the kinds, order and lengths of the faults; what they meet is decided by the machine, so a seed that
 * failed need not fail each time.
 *
 * <p>Four fleets. Devices of the first are told to a witness and must stay in order; their queue is sequential and
 * retries without an end, because calls that an instance had under way when it was paused fail. The messages of the
 * second go through queue Main, which retries nothing: a write that fails there in an outage becomes a dead letter. The
 * messages of the third change their originator to an asset, which another instance may own. Those of the fourth
 * change their queue, so that they go on in a delivery that no log has, but the table {@code in_flight}.
 */
final class Checker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Checker.class);
    private static final Duration PACE = Duration.ofMillis(50);
    private static final int SOME = 5;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final TestCluster cluster;
    private final long seed;
    private final RandomFaults faults;
    private final SplittableRandom random;
    private final Fleet ordered;
    private final Fleet direct;
    private final Fleet moved;
    private final Fleet requeued;
    private final List<Saved> chains;
    private String saves = "";

    /**
     * Starts the devices.
     *
     * @param atOnce the most faults at once
     */
    Checker(TestCluster cluster, Witness witness, long seed, int atOnce) {
        log.info("checker: -Dchecker.seed={}", seed);
        this.cluster = cluster;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.faults = new RandomFaults(cluster, random.split(), atOnce);
        this.ordered = new Fleet(witness);
        this.direct = new Fleet(witness);
        this.moved = new Fleet(witness);
        this.requeued = new Fleet(witness);
        String queue = createQueue();
        this.chains =
                List.of(
                        save(number -> RuleChains.witnessed(witness.url() + "/" + number, 0)),
                        save(number -> RuleChains.storing(1 + number % 3)),
                        save(number -> RuleChains.storingUnderAssets(1 + number % 3)),
                        save(number -> RuleChains.storingIn(queue, 1 + number % 3)));
        start(queue);
    }

    private Saved save(IntFunction<RuleChains> content) {
        return new Saved(content.apply(0).save(service()), content);
    }

    private void start(String queue) {
        ServiceClient service = service();
        String told = ClusterProfiles.make(service, queue, chains.get(0).id());
        String main = ClusterProfiles.make(service, "Main", chains.get(1).id());
        String again = ClusterProfiles.make(service, "Main", chains.get(3).id());
        String assets = ClusterProfiles.make(service, queue, chains.get(2).id());
        for (String topic : List.of(MqttDevice.TELEMETRY, MqttDevice.ATTRIBUTES)) {
            ordered.add(service, told, topic, 2, PACE, cluster::mqttPorts);
            direct.add(service, main, topic, 2, PACE, cluster::mqttPorts);
            requeued.add(service, again, topic, 2, PACE, cluster::mqttPorts);
            moved.addWithAssets(service, assets, topic, 2, PACE, cluster::mqttPorts);
        }
    }

    /** Creates a sequential queue that retries until a message succeeds, and answers its name. */
    private String createQueue() {
        String name = "Persistent-" + COUNT.incrementAndGet();
        ObjectNode queue = JsonMapper.shared().createObjectNode().put("name", name);
        queue.putObject("submitStrategy").put("type", "SEQUENTIAL_BY_ORIGINATOR");
        queue.putObject("processingStrategy")
                .put("type", "RETRY_FAILED_AND_TIMED_OUT")
                .put("unlimited", true)
                .put("pauseBetweenRetries", 1)
                .put("maxPauseBetweenRetries", 1);
        cluster.running()
                .getFirst()
                .signIn("sysadmin@millrace.local")
                .post("/api/queues?serviceType=TB-RULE-ENGINE", queue);
        return name;
    }

    private ServiceClient service() {
        return cluster.running().getFirst().signIn();
    }

    /** Lets faults happen for that time. */
    void run(Duration time) throws Exception {
        try (ChainSaves running = new ChainSaves(cluster, chains, random.split())) {
            try {
                faults.happenFor(time);
            } finally {
                saves = running.toString();
            }
        }
    }

    /**
     * Asserts, when everything runs again:
     *
     * <ul>
     *   <li>new messages of each device run;
     *   <li>each message is acknowledged in the end, and each acknowledged reading can be read;
     *   <li>each latest value is that of the newest reading, and each attribute the last one published, for every ten
     *       messages of a device apart;
     *   <li>the witness was called in order;
     *   <li>nothing is left in the table {@code in_flight}, and the commits cover all of the log;
     *   <li>in each instance no receipt is open, nothing is in flight, and each line of the ledger balances. A ledger
     *       begins with its process: deliveries that died with an instance are in the ledger of their new owner, as taken
     *       in from the log, or replayed, and of no other;
     *   <li>there are no dead letters.
     * </ul>
     */
    void assertGuarantees() throws Exception {
        List<String> broken = new ArrayList<>();
        ServiceClient service = service();
        check(broken, () -> ordered.awaitMoreOfEach(SOME));
        check(broken, () -> ordered.settle(service));
        check(broken, () -> direct.settleUnseen(service));
        check(broken, () -> moved.settleUnseen(service));
        check(broken, () -> requeued.settleUnseen(service));
        log.info("checker: all is acknowledged and stored, or will never be");
        try (ConsumedLog records = new ConsumedLog(cluster.broker())) {
            check(
                    broken,
                    () ->
                            soon().untilAsserted(
                                            () -> assertThat(records.lag()).as("lag").isEmpty()));
        }
        check(
                broken,
                () ->
                        soon().untilAsserted(() ->
                                assertThat(cluster.inFlightRows()).as("in_flight").isZero()));
        for (Instance instance : cluster.instances()) {
            check(broken, () -> soon().untilAsserted(() -> assertAtRest(instance)));
        }
        for (Fleet fleet : List.of(ordered, direct, moved, requeued)) {
            check(
                    broken,
                    () ->
                            soon().untilAsserted(() ->
                                    assertThat(fleet.stale(service)).as("stale").isEmpty()));
        }
        check(broken, () -> assertThat(ordered.reordered()).as("out of order").isEmpty());
        check(broken, () -> assertNoDeadLetters(service));
        log.info("checker: {}", this);
        assertThat(broken).as("guarantees that do not hold; %s", this).isEmpty();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(200));
    }

    /** Notes what does not hold and goes on, so that one failure does not hide the others. */
    private static void check(List<String> broken, ThrowingRunnable guarantee) throws Exception {
        try {
            guarantee.run();
        } catch (AssertionError | ConditionTimeoutException e) {
            broken.add(Objects.toString(e.getMessage(), e.toString()));
            log.error("checker: {}", broken.getLast());
        }
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    private static void assertNoDeadLetters(ServiceClient service) {
        JsonNode letters = service.get("/api/deadLetters?pageSize=10&page=0");
        assertThat(letters.get("totalElements").asInt()).as("dead letters %s", letters).isZero();
    }

    private static void assertAtRest(Instance instance) {
        assertThat(instance.meters().value("millrace_queue_oldest_receipt_seconds"))
                .as("oldest receipt of %s", instance.name())
                .isZero();
        JsonNode ledger = instance.signIn("sysadmin@millrace.local").get("/api/ledger");
        List<String> open = new ArrayList<>();
        for (JsonNode line : ledger.get("chains")) {
            JsonNode messages = line.get("messages");
            boolean atRest =
                    messages.get("inFlight").valueStream().allMatch(count -> count.asLong() == 0);
            if (!atRest || !messages.get("balanced").asBoolean()) {
                open.add(messages.toString());
            }
        }
        assertThat(open).as("lines of the ledger of %s", instance.name()).isEmpty();
    }

    /** The whole account. */
    @Override
    public String toString() {
        return "-Dchecker.seed=%d; faults %s; %s; in order: %s; Main: %s; other originator: %s; other queue: %s"
                .formatted(seed, faults, saves, ordered, direct, moved, requeued);
    }

    @Override
    public void close() {
        ordered.close();
        direct.close();
        moved.close();
        requeued.close();
    }
}
