// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SweeperTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    /** So long that a test which waits for its end fails. */
    private static final Duration LONG = Duration.ofDays(1);

    private final AtomicInteger sweeps = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicBoolean quiet = new AtomicBoolean();

    /** What is swept; a test can override what the sweeper looks at. */
    private class Counted implements Sweeper.Work {

        @Override
        public void sweep() {
            sweeps.incrementAndGet();
        }

        @Override
        public boolean isQuiet() {
            return quiet.get();
        }

        @Override
        public void failed() {
            failures.incrementAndGet();
        }
    }

    @Test
    void sweepsOnWhileSomethingIsInFlight() {
        Sweeper sweeper = new Sweeper(new Counted(), SHORT, LONG);
        sweeper.start();

        await().until(() -> sweeps.get() > 2 * Sweeper.QUIET_SWEEPS);

        assertThat(sweeper.isResting()).isFalse();
        sweeper.stop();
    }

    @Test
    void restsWhileNothingIsInFlightUntilItIsWoken() {
        quiet.set(true);
        Sweeper sweeper = new Sweeper(new Counted(), SHORT, LONG);
        sweeper.start();
        await().until(sweeper::isResting);
        int before = sweeps.get();
        assertThat(before).isEqualTo(Sweeper.QUIET_SWEEPS);

        quiet.set(false);
        sweeper.wake();

        await().until(() -> sweeps.get() > before + Sweeper.QUIET_SWEEPS);
        sweeper.stop();
    }

    @Test
    void doesNotRestOverADeliveryThatBeginsAfterTheLastLook() {
        AtomicInteger rests = new AtomicInteger();
        class BeginsLate extends Counted {

            private Sweeper sweeper = new Sweeper(this, SHORT, LONG);

            @Override
            public boolean isQuiet() {
                boolean seen = super.isQuiet();
                if (sweeper.isResting()) {
                    rests.incrementAndGet();
                    sweeper.wake();
                }
                return seen;
            }
        }
        quiet.set(true);
        Sweeper sweeper = new BeginsLate().sweeper;
        sweeper.start();

        await().until(() -> rests.get() > 2);
        sweeper.stop();
    }

    @Test
    void sweepsAgainAfterASweepThatFailed() {
        class Fails extends Counted {

            @Override
            public void sweep() {
                super.sweep();
                throw new IllegalStateException("broken");
            }
        }
        Sweeper sweeper = new Sweeper(new Fails(), SHORT, LONG);
        sweeper.start();

        await().until(() -> failures.get() > 1);
        sweeper.stop();
    }

    @Test
    void anEngineRestsUntilADeliveryBeginsAndAfterItHasEnded() {
        Queue<Attempt> running = new ConcurrentLinkedQueue<>();
        RecordingStores stores = new RecordingStores();
        try (LaneEngine engine = engine(stores)) {
            engine.start(running::add);
            LanePartition lanes = engine.add(new NamedQueue(QueueDefinition.MAIN));
            lanes.open(null, stores);
            await().until(engine::isResting);

            lanes.submit(message(device(1), 1), Source.DEVICE, () -> {});
            assertThat(engine.isQuiet()).isFalse();
            assertThat(engine.isResting()).isFalse();

            running.remove().end(new AttemptResult.Done(Path.EMPTY));
            assertThat(engine.isQuiet()).isTrue();
            await().until(engine::isResting);
        }
    }

    private static LaneEngine engine(RecordingStores stores) {
        return new LaneEngine(
                new LaneSettings(
                        4,
                        1 << 20,
                        1 << 20,
                        1 << 20,
                        1 << 20,
                        1 << 20,
                        8,
                        100,
                        Duration.ofHours(1),
                        Duration.ZERO),
                LaneEngine.Environment.of(
                        stores, QueueListener.NONE, _ -> 1, new StandstillClock(System::nanoTime)));
    }
}
