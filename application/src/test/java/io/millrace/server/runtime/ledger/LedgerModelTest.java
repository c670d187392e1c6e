// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.ledger;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static io.millrace.queue.Fixtures.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.Receipt;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.queue.memory.QueueDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random chains whose nodes answer at random, fork, fail, hang, call other chains and acknowledge early; retries,
 * time-outs, an outage of the stores, and deaths of the process. The ledger is held against what a bystander counts,
 * after every step.
 */
class LedgerModelTest {

    private static final LaneSettings SETTINGS =
            new LaneSettings(
                    40,
                    64 << 20,
                    20_000,
                    20_000,
                    1 << 20,
                    20_000,
                    8,
                    20,
                    Duration.ofSeconds(1),
                    Duration.ZERO);
    private static final RetryPolicy THRICE =
            new RetryPolicy(3, true, true, Duration.ofSeconds(1), Duration.ofSeconds(4), false);
    private static final int TENANTS = 2;
    private static final int STEPS = 1_000;

    private final RecordingStores stores = new RecordingStores();

    /** Messages that the queue has taken in, of all runs. */
    private final Set<Integer> accepted = new HashSet<>();

    /** Messages whose end was reported, or whose sender was notified that they are safe. */
    private final Set<Integer> ended = new HashSet<>();

    private final Set<Integer> safe = new HashSet<>();

    static LongStream seeds() {
        return new Random().longs(8);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void balancesAfterEveryStep(long seed) {
        Random random = new Random(seed);
        Run run = new Run(random);
        try {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(20)) {
                    case 0, 1, 2, 3, 4, 5, 6 -> run.submit(accepted.size());
                    case 7, 8, 9, 10, 11 -> run.engine.answerOne();
                    case 12, 13, 14 -> run.driver.pass(Duration.ofMillis(random.nextInt(1_500)));
                    case 15 -> run.drop(-1);
                    case 16 -> {
                        if (random.nextInt(4) == 0) {
                            stores.hold();
                        }
                    }
                    case 17 -> run.engine.replaceAChain();
                    default -> {
                        stores.release();
                        if (random.nextInt(60) == 0) {
                            run.close();
                            run = new Run(random);
                        }
                    }
                }
                run.check();
            }
            stores.release();
            run.comeToRest();

            assertThat(run.driver.queue().ledger().total().allInFlight()).isZero();
            assertThat(ended).containsAll(safe);
            assertThat(stores.all()).isEmpty();
        } finally {
            run.close();
        }
    }

    /** One life of the process. */
    private final class Run implements QueueListener {

        final RandomEngine engine;
        final QueueDriver driver;
        private final Random random;
        private final Map<Source, Long> takenIn = new EnumMap<>(Source.class);
        private final Map<Outcome, Long> endings = new EnumMap<>(Outcome.class);
        private final List<Attempt> started = new ArrayList<>();

        Run(Random random) {
            this.random = random;
            this.engine = new RandomEngine(random, TENANTS);
            takenIn.put(Source.REPLAYED, (long) stores.all().size());
            this.driver =
                    new QueueDriver(
                            SETTINGS,
                            QueueDefinition.MAIN.withRetry(THRICE),
                            stores,
                            this,
                            this::start);
        }

        private void start(Attempt attempt) {
            started.add(attempt);
            engine.process(attempt);
        }

        void submit(int number) {
            int tenant = random.nextInt(TENANTS);
            RuleMessage message =
                    message(
                            tenant(tenant),
                            chain(tenant * 10 + random.nextInt(RandomEngine.CHAINS)),
                            device(tenant * 10 + random.nextInt(4)),
                            number);
            Receipt receipt = () -> safe.add(number);
            if (driver.queue().submit(message, Source.DEVICE, receipt) == Admission.ACCEPTED) {
                accepted.add(number);
                takenIn.merge(Source.DEVICE, 1L, Long::sum);
            }
        }

        void drop(int number) {
            driver.queue().drop(message(tenant(0), chain(0), device(0), number), Source.DEVICE);
            takenIn.merge(Source.DEVICE, 1L, Long::sum);
            endings.merge(Outcome.DROPPED_BY_POLICY, 1L, Long::sum);
        }

        @Override
        public void ended(DeliveryEnd end) {
            endings.merge(end.outcome(), 1L, Long::sum);
            ended.add(numberOf(end.message()));
        }

        void check() {
            assertThat(driver.queue().ledger().lines()).allMatch(LedgerLine::isBalanced);
            LedgerLine total = driver.queue().ledger().total();
            takenIn.forEach(
                    (source, count) -> assertThat(total.takenIn()).containsEntry(source, count));
            assertThat(total.takenIn()).containsEntry(Source.RULE_ENGINE, engine.detached());
            for (Outcome outcome : Outcome.values()) {
                assertThat(total.ended()).containsEntry(outcome, endings.getOrDefault(outcome, 0L));
            }
            started.removeIf(Attempt::isOver);
            assertThat(total.inFlight())
                    .containsEntry(Place.RUNNING, started.size() + engine.detachedRunning());
        }

        void comeToRest() {
            engine.behave();
            await().until(() -> {
                engine.answerAll();
                driver.pass(Duration.ofSeconds(1));
                check();
                return driver.queue().ledger().total().allInFlight() == 0;
            });
        }

        void close() {
            engine.close();
        }
    }
}
