// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TickListTest {

    private static final int USES = 200_000;

    private final TickList list = new TickList();

    /** Counts its ticks. */
    private final class Counted extends TickList.Entry {

        private final AtomicInteger unseen = new AtomicInteger();
        private int ticks;
        private boolean again;
        private Runnable during = () -> {};

        Counted() {
            super(list);
        }

        void use() {
            unseen.incrementAndGet();
            used();
        }

        @Override
        boolean tick(long now) {
            unseen.set(0);
            ticks++;
            during.run();
            return again;
        }
    }

    @Test
    void onlyWhatWasUsedSinceTheLastTickIsTicked() {
        Counted used = new Counted();
        Counted unused = new Counted();
        used.use();
        used.use();

        list.tick(1);
        list.tick(2);

        assertThat(used.ticks).isEqualTo(1);
        assertThat(unused.ticks).isZero();
        used.use();
        list.tick(3);
        assertThat(used.ticks).isEqualTo(2);
    }

    @Test
    void whatATickWantsToSeeAgainIsTickedWithoutAUse() {
        Counted entry = new Counted();
        entry.again = true;
        entry.use();

        list.tick(1);
        list.tick(2);
        entry.again = false;
        list.tick(3);
        list.tick(4);

        assertThat(entry.ticks).isEqualTo(3);
    }

    @Test
    void aUseDuringATickIsOneForTheNextTick() {
        Counted first = new Counted();
        Counted second = new Counted();
        first.during = first::use;
        second.during = first::use;
        first.use();
        second.use();

        list.tick(1);

        assertThat(first.ticks).isEqualTo(1);
        assertThat(second.ticks).isEqualTo(1);
        list.tick(2);
        assertThat(first.ticks).isEqualTo(2);
        assertThat(second.ticks).isEqualTo(1);
    }

    @Test
    void noUseOfAnotherThreadIsMissed() {
        Counted entry = new Counted();
        CompletableFuture<Void> uses =
                CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < USES; i++) {
                        entry.use();
                    }
                });
        while (!uses.isDone()) {
            list.tick(0);
        }
        uses.orTimeout(20, TimeUnit.SECONDS).join();

        list.tick(1);

        assertThat(entry.unseen).hasValue(0);
    }
}
