// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.mailbox.Overflow;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Races on the queues: no entry is lost or taken twice, entries of one producer keep their order, and a bound holds.
 * Results are the entries in their order, each a digit.
 */
public final class QueueStress {

    private QueueStress() {}

    private static String takeAll(UserQueue queue) {
        StringBuilder taken = new StringBuilder();
        for (Object entry = queue.take(); entry != null; entry = queue.take()) {
            taken.append(entry);
        }
        return taken.toString();
    }

    private static String take(UserQueue queue, int times) {
        StringBuilder taken = new StringBuilder();
        for (int i = 0; i < times; i++) {
            Object entry = queue.take();
            if (entry != null) {
                taken.append(entry);
            }
        }
        return taken.toString();
    }

    /** The messages that were refused or dropped. */
    private static String put(UserQueue queue, int... messages) {
        StringBuilder lost = new StringBuilder();
        for (Integer message : messages) {
            Object back = queue.put(message);
            if (back != null) {
                lost.append(UserQueue.REFUSED.equals(back) ? message : back);
            }
        }
        return lost.toString();
    }

    /** Two producers of an unbounded queue: the result is one of their interleavings. */
    @JCStressTest
    @Outcome(
            id = {"1234", "1324", "1342", "3124", "3142", "3412"},
            expect = Expect.ACCEPTABLE,
            desc = "each once, each producer's in order")
    @State
    public static class TwoProducers {
        private final UserQueue queue = new LinkedQueue();

        @Actor
        public void first() {
            put(queue, 1, 2);
        }

        @Actor
        public void second() {
            put(queue, 3, 4);
        }

        @Arbiter
        public void rest(L_Result result) {
            result.r1 = takeAll(queue);
        }
    }

    /** A consumer takes the entries that a concurrent producer has appended so far, in order. */
    @JCStressTest
    @Outcome(
            id = {", 12", "1, 2", "12, "},
            expect = Expect.ACCEPTABLE,
            desc = "each once, in order")
    @State
    public static class ProducerAndConsumer {
        private final UserQueue queue = new LinkedQueue();

        @Actor
        public void producer() {
            put(queue, 1, 2);
        }

        @Actor
        public void consumer(LL_Result result) {
            result.r1 = take(queue, 2);
        }

        @Arbiter
        public void rest(LL_Result result) {
            result.r2 = takeAll(queue);
        }
    }

    /** The consumer produces too, as an actor that sends to itself, while a producer appends. */
    @JCStressTest
    @Outcome(
            id = {"12, 3", "13, 2", "31, 2", "3, 12"},
            expect = Expect.ACCEPTABLE,
            desc = "each once, each producer's in order")
    @State
    public static class ProducerAndBoth {
        private final UserQueue queue = new LinkedQueue();

        @Actor
        public void producer() {
            put(queue, 1, 2);
        }

        @Actor
        public void both(LL_Result result) {
            put(queue, 3);
            result.r1 = take(queue, 2);
        }

        @Arbiter
        public void rest(LL_Result result) {
            result.r2 = takeAll(queue);
        }
    }

    /** Two producers and a consumer at once; jcstress skips this race on fewer than three cores. */
    @JCStressTest
    @Outcome(
            id = {
                ", 123", ", 132", ", 312", "1, 23", "1, 32", "3, 12", "12, 3", "13, 2", "31, 2",
                "123, ", "132, ", "312, "
            },
            expect = Expect.ACCEPTABLE,
            desc = "each once, each producer's in order")
    @State
    public static class TwoProducersAndConsumer {
        private final UserQueue queue = new LinkedQueue();

        @Actor
        public void first() {
            put(queue, 1, 2);
        }

        @Actor
        public void second() {
            put(queue, 3);
        }

        @Actor
        public void consumer(LL_Result result) {
            result.r1 = take(queue, 3);
        }

        @Arbiter
        public void rest(LL_Result result) {
            result.r2 = takeAll(queue);
        }
    }

    /** Two producers of a queue with two places: the first two messages get them, the others are refused. */
    @JCStressTest
    @Outcome(id = "12, , 34", expect = Expect.ACCEPTABLE, desc = "the first producer's")
    @Outcome(id = "34, 12, ", expect = Expect.ACCEPTABLE, desc = "the second producer's")
    @Outcome(
            id = {"13, 2, 4", "31, 2, 4"},
            expect = Expect.ACCEPTABLE,
            desc = "one of each")
    @State
    public static class TwoProducersOfBounded {
        private final UserQueue queue = new BoundedQueue(new LinkedQueue(), 2, Overflow.REJECT);

        @Actor
        public void first(LLL_Result result) {
            result.r2 = put(queue, 1, 2);
        }

        @Actor
        public void second(LLL_Result result) {
            result.r3 = put(queue, 3, 4);
        }

        @Arbiter
        public void rest(LLL_Result result) {
            result.r1 = takeAll(queue);
        }
    }

    /**
     * A queue with one place never holds two messages; the second one gets the place once it is free, or is refused.
     */
    @JCStressTest
    @Outcome(
            id = {"12, , ", "1, 2, "},
            expect = Expect.ACCEPTABLE,
            desc = "the place was free again")
    @Outcome(
            id = {"1, , 2", ", 1, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "it was not")
    @State
    public static class ProducerAndConsumerOfBounded {
        private final UserQueue queue = new BoundedQueue(new LinkedQueue(), 1, Overflow.REJECT);

        @Actor
        public void producer(LLL_Result result) {
            result.r3 = put(queue, 1, 2);
        }

        @Actor
        public void consumer(LLL_Result result) {
            result.r1 = take(queue, 2);
        }

        @Arbiter
        public void rest(LLL_Result result) {
            result.r2 = takeAll(queue);
        }
    }

    /** A queue with one place that drops the oldest: a message is either taken or dropped. */
    @JCStressTest
    @Outcome(
            id = {"12, , ", "1, 2, "},
            expect = Expect.ACCEPTABLE,
            desc = "1 was taken in time")
    @Outcome(
            id = {"2, , 1", ", 2, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "2 displaced 1")
    @State
    public static class ProducerAndConsumerOfDropOldest {
        private final UserQueue queue = new DropOldestQueue(1);

        @Actor
        public void producer(LLL_Result result) {
            result.r3 = put(queue, 1, 2);
        }

        @Actor
        public void consumer(LLL_Result result) {
            result.r1 = take(queue, 2);
        }

        @Arbiter
        public void rest(LLL_Result result) {
            result.r2 = takeAll(queue);
        }
    }
}
