// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static io.millrace.server.mainjob.ClusterChanges.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.mainjob.ChainSaves.Saved;
import io.millrace.server.mainjob.TestCluster.Instance;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
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
 * <p>Three fleets. Devices of the first are told to a witness and must stay in order; their queue is sequential and
 * retries without an end, because calls that an instance had under way when it was paused fail. The messages of the
 * second go through queue Main, which retries nothing: a write that fails there in an outage becomes a dead letter. The
 * messages of the third change their originator to an asset, which another instance may own.
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
        this.chains =
                List.of(
                        save(number -> RuleChains.witnessed(witness.url() + "/" + number, 0)),
                        save(number -> RuleChains.storing(1 + number % 3)),
                        save(number -> RuleChains.storingUnderAssets(1 + number % 3)));
        start();
    }

    private Saved save(IntFunction<RuleChains> content) {
        return new Saved(content.apply(0).save(service()), content);
    }

    private void start() {
        ServiceClient service = service();
        String queue = createQueue();
        String told = ClusterProfiles.make(service, queue, chains.get(0).id());
        String main = ClusterProfiles.make(service, "Main", chains.get(1).id());
        String assets = ClusterProfiles.make(service, queue, chains.get(2).id());
        for (String topic : List.of(MqttDevice.TELEMETRY, MqttDevice.ATTRIBUTES)) {
            ordered.add(service, told, topic, 4, PACE, cluster::mqttPorts);
            direct.add(service, main, topic, 4, PACE, cluster::mqttPorts);
            moved.addWithAssets(service, assets, topic, 4, PACE, cluster::mqttPorts);
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
                ordered.awaitMoreOfEach(SOME);
            } finally {
                saves = running.toString();
            }
        }
    }

    /**
     * Asserts, when everything runs again:
     *
     * <ul>
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
        ServiceClient service = service();
        ordered.settle(service);
        direct.settleUnseen(service);
        moved.settleUnseen(service);
        log.info("checker: all acknowledged and stored; {}", this);
        try (ConsumedLog records = new ConsumedLog(cluster.broker())) {
            patiently()
                    .untilAsserted(() ->
                            assertThat(records.lag()).as("not committed; %s", this).isEmpty());
        }
        patiently().untilAsserted(this::assertAtRest);
        patiently()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> {
                    assertThat(ordered.stale(service)).as("stale; %s", this).isEmpty();
                    assertThat(direct.stale(service)).as("stale; %s", this).isEmpty();
                    assertThat(moved.stale(service)).as("stale assets; %s", this).isEmpty();
                });
        assertThat(ordered.reordered()).as("out of order; %s", this).isEmpty();
        JsonNode letters = service.get("/api/deadLetters?pageSize=10&page=0");
        assertThat(letters.get("totalElements").asInt())
                .as("dead letters %s; %s", letters, this)
                .isZero();
        log.info("checker: {}", this);
    }

    private void assertAtRest() {
        assertThat(cluster.inFlightRows()).as("rows in in_flight; %s", this).isZero();
        for (Instance instance : cluster.instances()) {
            assertThat(instance.meters().value("millrace_queue_oldest_receipt_seconds"))
                    .as("oldest receipt of %s; %s", instance.name(), this)
                    .isZero();
            JsonNode ledger = instance.signIn("sysadmin@millrace.local").get("/api/ledger");
            assertThat(ledger.get("total").get("inFlight"))
                    .as("in flight in %s; %s", instance.name(), this)
                    .allSatisfy(count -> assertThat(count.asLong()).isZero());
            assertThat(ledger.get("chains"))
                    .as("ledger of %s; %s", instance.name(), this)
                    .allSatisfy(line ->
                            assertThat(line.get("messages").get("balanced").asBoolean())
                                    .as("%s", line)
                                    .isTrue());
        }
    }

    /** The whole account. */
    @Override
    public String toString() {
        return "-Dchecker.seed=%d; faults %s; %s; in order: %s; Main: %s; other originator: %s"
                .formatted(seed, faults, saves, ordered, direct, moved);
    }

    @Override
    public void close() {
        ordered.close();
        direct.close();
        moved.close();
    }
}
