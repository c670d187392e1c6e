// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.ArrayList;
import java.util.List;

/** A system on the thread of the test with a manual clock; keeps what the system says. */
public final class SingleThread implements AutoCloseable {

    public final ManualScheduler time = new ManualScheduler();
    public final List<DeadLetter> deadLetters = new ArrayList<>();
    public final List<String> events = new ArrayList<>();
    public final ActorSystem system;

    public SingleThread() {
        this(Supervision.DEFAULT);
    }

    public SingleThread(Supervision supervision) {
        system =
                ActorSystem.builder("test")
                        .dispatcher(Dispatchers.callingThread())
                        .scheduler(time)
                        .supervision(supervision)
                        .deadLetterListener(deadLetters::add)
                        .listener(new Events())
                        .build();
    }

    public List<Object> lost() {
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
