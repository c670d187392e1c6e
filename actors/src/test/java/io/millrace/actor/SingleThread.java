// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.ArrayList;
import java.util.List;

/** A system on the thread of the test with a manual clock; keeps what the system says. */
final class SingleThread implements AutoCloseable {

    final ManualScheduler time = new ManualScheduler();
    final List<DeadLetter> deadLetters = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final ActorSystem system;

    SingleThread() {
        this(Supervision.DEFAULT);
    }

    SingleThread(Supervision supervision) {
        system =
                ActorSystem.builder("test")
                        .dispatcher(Dispatchers.callingThread())
                        .scheduler(time)
                        .supervision(supervision)
                        .deadLetterListener(deadLetters::add)
                        .listener(new Events())
                        .build();
    }

    List<Object> lost() {
        return deadLetters.stream().map(DeadLetter::message).toList();
    }

    @Override
    public void close() {
        system.close();
    }

    private final class Events implements ActorSystemListener {
        @Override
        public void actorStarted(ActorRef<?> actor) {
            events.add("started " + actor);
        }

        @Override
        public void actorStopped(ActorRef<?> actor) {
            events.add("stopped " + actor);
        }

        @Override
        public void actorRestarted(ActorRef<?> actor, Throwable cause) {
            events.add("restarted " + actor);
        }

        @Override
        public void actorFailed(ActorRef<?> actor, Throwable cause) {
            events.add("failed " + actor);
        }
    }
}
