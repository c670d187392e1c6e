// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.actor.ActorRef;
import io.millrace.actor.dispatcher.Budget;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The measurements that a listener can make. */
class MeasuresTest {

    private static final class Measuring implements ActorSystemListener {
        final List<Integer> runs = new ArrayList<>();
        @Nullable ActorSystem started;

        @Override
        public void systemStarted(ActorSystem system) {
            started = system;
        }

        @Override
        public int timedRuns() {
            return 1;
        }

        @Override
        public void ran(ActorRef<?> actor, int messages, long nanos) {
            if (actor.path().equals("/a")) {
                runs.add(messages);
                assertThat(nanos).isNotNegative();
            }
        }
    }

    @Test
    void everyRunOfAMailboxIsToldWithTheNumberOfItsMessages() {
        Measuring measuring = new Measuring();
        try (ActorSystem system =
                ActorSystem.builder("test")
                        .dispatcher(Dispatchers.callingThread(new Budget(64, Duration.ofDays(1))))
                        .listener(measuring)
                        .build()) {
            ActorRef<Object> actor = system.spawn(Recorder.into(Recorder.list()), "a");
            actor.tell((Step) context -> List.of("one", "two").forEach(context.self()::tell));

            assertThat(measuring.started).isSameAs(system);
            assertThat(measuring.runs).as("the start, and three messages").containsExactly(0, 3);
        }
    }

    @Test
    void theLoadCountsActorsAndTheMessagesThatWait() {
        try (SingleThread test = new SingleThread()) {
            assertThat(test.system.load()).isEqualTo(new SystemLoad(0, 0, 0, ""));
            ActorRef<Object> held = test.system.spawn(Recorder.into(Recorder.list()), "held");
            ActorRef<Object> idle = test.system.spawn(Recorder.into(Recorder.list()), "idle");
            CompletableFuture<String> work = new CompletableFuture<>();
            held.tell(
                    (Step)
                            context -> {
                                context.spawn(Recorder.into(Recorder.list()), "child");
                                context.await(work, (_, _) -> {});
                            });
            idle.tell("processed");

            held.tell("one");
            held.tell("two");

            assertThat(test.system.load()).isEqualTo(new SystemLoad(3, 2, 2, "/held"));
        }
    }
}
