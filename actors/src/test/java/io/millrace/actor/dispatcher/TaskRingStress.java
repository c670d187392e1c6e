// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.ZLL_Result;

/** Races between a worker that pushes and pops and a thief that pops: each task goes to one of them, once. */
public final class TaskRingStress {

    private static final int CAPACITY = 256;
    private static final Task[] TASKS = new Task[CAPACITY + 2];

    static {
        for (int i = 0; i < TASKS.length; i++) {
            TASKS[i] = new Task(i);
        }
    }

    private TaskRingStress() {}

    private record Task(int number) implements Runnable {
        @Override
        public void run() {}

        @Override
        public String toString() {
            return Integer.toString(number);
        }
    }

    private static String name(@Nullable Runnable task) {
        return task == null ? "" : task.toString();
    }

    /** The ring is nearly empty. */
    @JCStressTest
    @Outcome(
            id = {"1, , 2", "1, 2, ", "2, 1, "},
            expect = Expect.ACCEPTABLE,
            desc = "each task once")
    @State
    public static class NearlyEmpty {
        private final TaskRing ring = new TaskRing();

        @Actor
        public void worker(LLL_Result result) {
            ring.push(TASKS[1]);
            ring.push(TASKS[2]);
            result.r1 = name(ring.pop());
        }

        @Actor
        public void thief(LLL_Result result) {
            result.r2 = name(ring.pop());
        }

        @Arbiter
        public void rest(LLL_Result result) {
            result.r3 = name(ring.pop()) + name(ring.pop());
        }
    }

    /** Both pop the last task: one of them gets it. */
    @JCStressTest
    @Outcome(
            id = {"0, , ", ", 0, "},
            expect = Expect.ACCEPTABLE,
            desc = "one of them")
    @State
    public static class LastTask {
        private final TaskRing ring = new TaskRing();

        public LastTask() {
            ring.push(TASKS[0]);
        }

        @Actor
        public void worker(LLL_Result result) {
            result.r1 = name(ring.pop());
        }

        @Actor
        public void thief(LLL_Result result) {
            result.r2 = name(ring.pop());
        }

        @Arbiter
        public void rest(LLL_Result result) {
            result.r3 = name(ring.pop());
        }
    }

    /** The ring is nearly full: a new task reuses the slot of a task that the thief may be reading. */
    @JCStressTest
    @Outcome(id = "false, 0, 1", expect = Expect.ACCEPTABLE, desc = "the thief came last")
    @Outcome(
            id = {"false, 1, 0", "true, 1, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "the thief came first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a task is lost, or was had twice")
    @State
    public static class Full {
        private final TaskRing ring = new TaskRing();

        public Full() {
            for (int i = 0; i < CAPACITY; i++) {
                ring.push(TASKS[i]);
            }
        }

        @Actor
        public void worker(ZLL_Result result) {
            result.r1 = ring.push(TASKS[CAPACITY]);
            result.r2 = name(ring.pop());
            ring.push(result.r1 ? TASKS[CAPACITY + 1] : TASKS[CAPACITY]);
        }

        @Actor
        public void thief(ZLL_Result result) {
            result.r3 = name(ring.pop());
        }

        @Arbiter
        @SuppressWarnings("ReferenceEquality") // the ring must give back the very task
        public void rest(ZLL_Result result) {
            int last = result.r1 ? CAPACITY + 1 : CAPACITY;
            for (int i = 2; i <= last; i++) {
                if (ring.pop() != TASKS[i]) {
                    result.r2 = "not " + i;
                    return;
                }
            }
            if (!ring.isEmpty()) {
                result.r2 = "too many";
            }
        }
    }
}
