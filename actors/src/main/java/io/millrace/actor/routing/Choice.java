// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.internal.cell.ActorCell;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Chooses one of several routees. Safe for use by many threads. */
sealed interface Choice<M> {

    /** The index of the routee for a message. */
    int choose(M message);

    /** One after the other. */
    record RoundRobin<M>(int count, AtomicInteger next) implements Choice<M> {
        RoundRobin(int count) {
            this(count, new AtomicInteger());
        }

        @Override
        public int choose(M message) {
            return Integer.remainderUnsigned(next.getAndIncrement(), count);
        }
    }

    /** At random, each equally likely. */
    record AtRandom<M>(int count) implements Choice<M> {
        @Override
        public int choose(M message) {
            return ThreadLocalRandom.current().nextInt(count);
        }
    }

    /** By a key of the message: the same routee for the same key. */
    record ByKey<M>(HashRing ring, Function<? super M, ?> key) implements Choice<M> {
        @Override
        public int choose(M message) {
            return ring.indexFor(key.apply(message));
        }
    }

    /**
     * The least loaded one. The search starts at a random routee, so that equally loaded ones get equally many
     * messages.
     */
    record LeastLoaded<M>(List<ActorCell<?>> cells) implements Choice<M> {

        private static final int COUNTED = 64;

        @Override
        public int choose(M message) {
            int start = ThreadLocalRandom.current().nextInt(cells.size());
            int best = start;
            int least = Integer.MAX_VALUE;
            for (int i = 0; i < cells.size() && least > 0; i++) {
                int index = (start + i) % cells.size();
                int load = cells.get(index).load(COUNTED);
                if (load < least) {
                    best = index;
                    least = load;
                }
            }
            return best;
        }
    }
}
