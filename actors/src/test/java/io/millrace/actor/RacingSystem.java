// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.concurrent.atomic.AtomicInteger;

/** An actor system without threads of its own, whose time stands still, and what it has told of its actors. */
public final class RacingSystem implements ActorSystemListener {

    public final HeldTasks tasks = new HeldTasks();
    public final ManualScheduler time = new ManualScheduler();
    public final AtomicInteger started = new AtomicInteger();
    public final AtomicInteger restarted = new AtomicInteger();
    public final AtomicInteger stopped = new AtomicInteger();
    public final AtomicInteger deadLetters = new AtomicInteger();
    public final ActorSystem actors =
            ActorSystem.builder("racing").dispatcher(tasks).scheduler(time).listener(this).build();

    /** Makes an actor and lets it start. */
    public <M> ActorRef<M> spawn(Props<M> props, String name) {
        ActorRef<M> ref = actors.spawn(props, name);
        tasks.runAll();
        return ref;
    }

    public <M> void tellAndRun(ActorRef<M> ref, M message) {
        ref.tell(message);
        tasks.runAll();
    }

    public void stopAndRun(ActorRef<?> ref) {
        actors.stop(ref);
        tasks.runAll();
    }

    @Override
    public void actorStarted(ActorRef<?> actor) {
        started.incrementAndGet();
    }

    @Override
    public void actorRestarted(ActorRef<?> actor, Throwable cause) {
        restarted.incrementAndGet();
    }

    @Override
    public void actorStopped(ActorRef<?> actor) {
        stopped.incrementAndGet();
    }

    @Override
    public void deadLetter(DeadLetter letter) {
        deadLetters.incrementAndGet();
    }
}
