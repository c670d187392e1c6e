// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.Source;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tenant whose messages start as fast as a log is read, and then more of them are read. */
class FastTenantTest {

    /** More messages than the share of one tenant holds. */
    private static final int SOME = 8_000;

    private static final TenantId TENANT = message(device(0), 0).tenant();

    private final RecordingStores stores = new RecordingStores();
    private final Queue<Attempt> running = new ArrayDeque<>();
    private final AtomicLong now = new AtomicLong();
    private int number;
    private final LaneEngine engine = NarrowLanes.engine(stores, now);
    private final LanePartition lanes = open();

    private LanePartition open() {
        engine.prepare(running::add);
        LanePartition partition = engine.add(new NamedQueue(QueueDefinition.MAIN));
        partition.open(null, stores);
        return partition;
    }

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            number++;
            lanes.take(
                    new UUID(1, number),
                    message(device(number % 10), number),
                    Source.LOG,
                    () -> {});
        }
    }

    private void end(int count) {
        for (int i = 0; i < count; i++) {
            running.remove().end(new AttemptResult.Done(Path.EMPTY));
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos() / 2);
        engine.sweep();
        now.addAndGet(time.toNanos() / 2);
        engine.sweep();
    }

    @BeforeEach
    void runFast() {
        for (int i = 0; i < 10; i++) {
            take(100);
            end(100);
            pass(Duration.ofMillis(100));
        }
        assertThat(running).isEmpty();
    }

    @Test
    void holdsTheReaderBackInsteadOfMovingItsMessagesToTheStoreAndBack() {
        take(SOME);

        assertThat(lanes.holdsBack()).isTrue();
        assertThat(stores.all()).isEmpty();

        end(SOME - 10);
        assertThat(lanes.holdsBack()).isFalse();
    }

    @Test
    void readsAheadOnlyWhatStartsInAMoment() {
        take(100);
        assertThat(lanes.holdsBack()).isFalse();

        take(900);
        assertThat(lanes.holdsBack()).as("far from its share, but a second ahead").isTrue();
        assertThat(engine.overloaded()).containsExactly(TENANT);

        end(950);
        assertThat(lanes.holdsBack()).isFalse();
        assertThat(engine.overloaded()).isEmpty();
    }

    @Test
    void isOverloadedWhileItsShareIsNearlyFull() {
        take(SOME);
        assertThat(engine.overloaded()).containsExactly(TENANT);

        end(SOME - 10);
        assertThat(engine.overloaded()).isEmpty();
    }

    @Test
    void isParkedLikeAnyOtherWhenItsMessagesHangNow() {
        take(SOME);

        for (int i = 0; i < 100; i++) {
            pass(Duration.ofMillis(100));
        }

        assertThat(lanes.holdsBack()).isFalse();
        assertThat(stores.all()).hasSizeGreaterThan(SOME / 2);
        assertThat(engine.overloaded()).as("until more is parked than its share").isEmpty();
    }
}
