// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.pool.RunQueue.Turn;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A thread of the pool: it takes calls from the queue and runs them. */
final class ScriptThread implements Runnable {

    private final ScriptPool pool;
    private final Condition summons;
    private final Thread thread;
    private final CallRunner runner;
    private @Nullable Turn<ScriptCall<?>> turn;
    private boolean abandoned;

    /** Uses a condition of the pool's lock, on which the thread waits while it is idle. */
    ScriptThread(
            ScriptPool pool,
            Condition summons,
            InstanceBudget budget,
            Duration timePerCall,
            int number) {
        this.pool = pool;
        this.summons = summons;
        this.thread = Thread.ofPlatform().daemon().name("script-" + number).unstarted(this);
        this.runner =
                new CallRunner(
                        thread,
                        budget,
                        pool.watchdog(),
                        timePerCall,
                        call -> pool.hangs(this, call));
    }

    void start() {
        thread.start();
    }

    boolean join(long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }

    /** What the thread does now, for the log. */
    Throwable stack() {
        return CallRunner.stackOf(thread);
    }

    CallRunner runner() {
        return runner;
    }

    Condition summons() {
        return summons;
    }

    /** The call that the thread has taken and not ended. Guarded by the pool's lock. */
    @Nullable Turn<ScriptCall<?>> turn() {
        return turn;
    }

    /** Guarded by the pool's lock. */
    void hold(@Nullable Turn<ScriptCall<?>> next) {
        turn = next;
    }

    /** Marks the thread as abandoned: it ends after the call in which it hangs. Guarded by the pool's lock. */
    void abandon() {
        abandoned = true;
    }

    /** Guarded by the pool's lock. */
    boolean isAbandoned() {
        return abandoned;
    }

    @Override
    public void run() {
        try {
            for (ScriptCall<?> call = pool.take(this); call != null; call = pool.take(this)) {
                runner.run(call);
                call.deliver();
            }
        } finally {
            pool.ended(this);
            runner.close();
        }
    }
}
