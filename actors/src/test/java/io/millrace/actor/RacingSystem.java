// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.concurrent.atomic.AtomicInteger;

/** An actor system without threads of its own, whose time stands still, and what it has told of its actors. */
final class RacingSystem implements ActorSystemListener {

    final HeldTasks tasks = new HeldTasks();
    final ManualScheduler time = new ManualScheduler();
    final AtomicInteger started = new AtomicInteger();
    final AtomicInteger restarted = new AtomicInteger();
    final AtomicInteger stopped = new AtomicInteger();
    final AtomicInteger deadLetters = new AtomicInteger();
    final ActorSystem actors =
            ActorSystem.builder("racing").dispatcher(tasks).scheduler(time).listener(this).build();

    /** Makes an actor and lets it start. */
    <M> ActorRef<M> spawn(Props<M> props, String name) {
        ActorRef<M> ref = actors.spawn(props, name);
        tasks.runAll();
        return ref;
    }

    <M> void tellAndRun(ActorRef<M> ref, M message) {
        ref.tell(message);
        tasks.runAll();
    }

    void stopAndRun(ActorRef<?> ref) {
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
