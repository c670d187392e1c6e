// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.TenantId;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant whose messages hang in its chain, and a neighbour in the same partitions. */
class SlowTenantIT {

    private static final TenantId SLOW = tenant(1);
    private static final TenantId NEIGHBOUR = tenant(2);

    private static final int MAX_WAITING_BYTES = 1 << 20;
    private static final int MAX_PARKED_BYTES = 6 << 20;
    private static final String KILOBYTE = "{\"text\":\"%s\"}".formatted("x".repeat(1_000));

    /** Five times as many bytes as the room for waiting messages. */
    private static final int FLOOD = 5 * MAX_WAITING_BYTES / 1_000;

    @TempDir static java.nio.file.Path directory;
    private static KafkaBroker broker;

    private final FencedStores stores = new FencedStores();
    private final Queue<Attempt> hanging = new ConcurrentLinkedQueue<>();
    private final AtomicInteger endedOfNeighbour = new AtomicInteger();
    private final ExecutorService engine = Executors.newSingleThreadExecutor();
    private volatile boolean hangs = true;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(directory);
    }

    @AfterEach
    void stopEngine() {
        engine.shutdownNow();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** The handler is called under a lock; an engine ends attempts on its own threads. */
    private void handle(Attempt attempt) {
        engine.execute(() -> run(attempt));
    }

    private void run(Attempt attempt) {
        if (attempt.message().tenant().equals(NEIGHBOUR)) {
            endedOfNeighbour.incrementAndGet();
            attempt.end(new AttemptResult.Done(Path.EMPTY));
        } else if (hangs) {
            hanging.add(attempt);
        } else {
            attempt.end(new AttemptResult.Done(Path.EMPTY));
        }
    }

    private static RuleMessage messageOf(TenantId tenant, int number) {
        int its = number % 500 + (tenant.equals(SLOW) ? 0 : 500);
        return message(tenant, chain(1), device(its), number).withPayload(Payload.ofText(KILOBYTE));
    }

    private static Admission submit(KafkaQueue queue, TenantId tenant, int number) {
        return queue.submit(messageOf(tenant, number), Source.DEVICE, () -> {});
    }

    private static void submitPatiently(KafkaQueue queue, TenantId tenant, int number) {
        if (submit(queue, tenant, number) != Admission.ACCEPTED) {
            await().until(() -> submit(queue, tenant, number) == Admission.ACCEPTED);
        }
    }

    private static LaneSettings lanes() {
        return new LaneSettings(
                256,
                8 << 20,
                MAX_WAITING_BYTES,
                1 << 20,
                MAX_PARKED_BYTES,
                8 << 20,
                16,
                100,
                Duration.ofMinutes(10),
                Duration.ZERO);
    }

    @Test
    void holdsBackNeitherItsNeighbourNorTheLogUntilItsOwnDevicesGetNoReceipt() {
        QueueDefinition main =
                new QueueDefinition(
                        QueueDefinition.MAIN.key(),
                        "slow.tenant",
                        4,
                        SubmitStrategy.BURST,
                        1_000,
                        Duration.ofMinutes(10),
                        RetryPolicy.NONE);
        try (KafkaQueue queue =
                KafkaQueues.create(
                        new QueueRegistry(List.of(main)),
                        lanes(),
                        broker.client(),
                        KafkaQueues.settings("slow-tenant", "one", Duration.ofMillis(100)),
                        stores,
                        new RecordingStores())) {
            queue.start(this::handle);
            int sentByNeighbour = 0;
            for (int number = 0; number < FLOOD; number++) {
                submitPatiently(queue, SLOW, number);
                if (number % 100 == 0) {
                    submitPatiently(queue, NEIGHBOUR, number);
                    sentByNeighbour++;
                }
            }
            int all = sentByNeighbour;
            await().untilAsserted(() -> assertThat(endedOfNeighbour).hasValue(all));
            await().untilAsserted(() ->
                    assertThat(queue.ledger().of(SLOW).total().allInFlight()).isEqualTo(FLOOD));

            assertThat(hanging).as("the others of the slow tenant wait").hasSizeLessThan(256);
            await().untilAsserted(() ->
                    assertThat(queue.load().waitingBytes()).isLessThan(MAX_WAITING_BYTES));
            assertThat(stores.all().size()).isGreaterThan(FLOOD / 2);
            // Its first messages started at once, so that it counts as fast for some seconds.
            await().untilAsserted(() ->
                    assertThat(queue.statistics().overloadedTenants())
                            .as("tenants beyond their bound")
                            .isZero());

            refusesOnlyTheSlowTenant(queue);
            runsWhatWaitedWhenTheHangingEnds(queue);
        }
    }

    private static void refusesOnlyTheSlowTenant(KafkaQueue queue) {
        AtomicInteger number = new AtomicInteger(FLOOD);
        // Refused while the tenant's messages on the way to the log are too many, too.
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    while (number.get() < 4 * FLOOD
                            && submit(queue, SLOW, number.get()) == Admission.ACCEPTED) {
                        number.incrementAndGet();
                    }
                    return queue.statistics().overloadedTenants() == 1;
                });

        assertThat(submit(queue, SLOW, number.get())).isEqualTo(Admission.FULL);
        submitPatiently(queue, NEIGHBOUR, number.get());
    }

    private void runsWhatWaitedWhenTheHangingEnds(KafkaQueue queue) {
        hangs = false;
        for (Attempt attempt = hanging.poll(); attempt != null; attempt = hanging.poll()) {
            handle(attempt);
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> submit(queue, SLOW, 0) == Admission.ACCEPTED);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(queue.ledger().total().allInFlight()).isZero());
        assertThat(queue.load().parkedBytes()).isZero();
        assertThat(queue.load().waitingBytes()).isZero();
        assertThat(queue.ledger().total().isBalanced()).isTrue();
        await().untilAsserted(() -> assertThat(stores.all()).isEmpty());
    }
}
