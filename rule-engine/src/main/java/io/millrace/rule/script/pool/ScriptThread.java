// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.language.ProgramInstance;
import io.millrace.rule.script.pool.RunQueue.Lane;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A platform thread that runs scripts one after the other, with instances of its own, so that two threads never use the
 * same script engine at once. (A platform thread, because the JVM does not count the allocations of virtual threads.)
 */
final class ScriptThread implements Runnable {

    /** The call that runs now. */
    record Running(ScriptCall<?> call, ProgramInstance instance) {}

    private static final Logger log = LoggerFactory.getLogger(ScriptThread.class);

    private final ScriptPool pool;
    private final Condition summons;
    private final InstanceCache instances;
    private final Thread thread;
    private @Nullable Lane<ScriptCall<?>> lane;
    private volatile @Nullable Running running;
    private boolean abandoned;

    /** Uses a condition of the pool's lock, on which the thread waits while it is idle. */
    ScriptThread(ScriptPool pool, Condition summons, InstanceBudget budget, int number) {
        this.pool = pool;
        this.summons = summons;
        this.instances = new InstanceCache(budget);
        this.thread = Thread.ofPlatform().daemon().name("script-" + number).unstarted(this);
    }

    void start() {
        thread.start();
    }

    long threadId() {
        return thread.threadId();
    }

    boolean join(long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }

    Condition summons() {
        return summons;
    }

    /** The lane of the call that the thread has taken and not ended. Guarded by the pool's lock. */
    @Nullable Lane<ScriptCall<?>> lane() {
        return lane;
    }

    /** Guarded by the pool's lock. */
    void hold(@Nullable Lane<ScriptCall<?>> next) {
        lane = next;
    }

    @Nullable Running running() {
        return running;
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
                run(call);
            }
        } finally {
            pool.ended(this);
            instances.close();
        }
    }

    private void run(ScriptCall<?> call) {
        String obstacle = call.caller().obstacle();
        if (obstacle != null) {
            call.refuse(obstacle);
            return;
        }
        ProgramInstance instance = instanceOf(call);
        if (instance == null) {
            return;
        }
        running = new Running(call, instance);
        pool.watchdog().watch();
        call.run(instance);
        running = null;
        if (call.isStopped()) {
            // The interrupt may have been meant for the script that was stopped; it must not reach
            // the next one.
            Thread.interrupted();
        }
        if (call.isStopped() || !instance.isReusable()) {
            instances.discard(call.program());
        }
        call.deliver();
    }

    private @Nullable ProgramInstance instanceOf(ScriptCall<?> call) {
        try {
            return instances.of(call.program());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            log.error("Cannot prepare a compiled script: {}; its messages fail", e.toString());
            call.refuse("the script cannot be prepared: " + e.getMessage());
            return null;
        }
    }
}
