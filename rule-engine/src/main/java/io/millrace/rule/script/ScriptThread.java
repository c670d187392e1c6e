// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.rule.script.RunQueue.Lane;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A platform thread that runs scripts one after the other, with instances of its own, so that no script engine ever
 * sees two threads at once. (Platform, because the JVM does not count what a virtual thread allocates.)
 */
final class ScriptThread implements Runnable {

    /** What runs. */
    record Running(ScriptCall<?> call, ScriptInstance instance) {}

    private static final Logger log = LoggerFactory.getLogger(ScriptThread.class);

    private final ScriptPool pool;
    private final Condition summons;
    private final InstanceCache instances;
    private final Thread thread;
    private @Nullable Lane<ScriptCall<?>> lane;
    private volatile @Nullable Running running;
    private boolean abandoned;

    /** With the condition, of the pool's lock, that the thread waits for when it has nothing to do. */
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

    /** Whose call the thread has taken and not ended; under the pool's lock. */
    @Nullable Lane<ScriptCall<?>> lane() {
        return lane;
    }

    /** Under the pool's lock. */
    void hold(@Nullable Lane<ScriptCall<?>> next) {
        lane = next;
    }

    @Nullable Running running() {
        return running;
    }

    /** Tells the thread that it has been given up: it ends after the call that it hangs in. Under the pool's lock. */
    void abandon() {
        abandoned = true;
    }

    /** Under the pool's lock. */
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
        String obstacle = call.obstacle();
        if (obstacle != null) {
            call.refuse(obstacle);
            return;
        }
        ScriptInstance instance = instanceOf(call);
        if (instance == null) {
            return;
        }
        running = new Running(call, instance);
        pool.watchdog().watch();
        call.run(instance);
        running = null;
        if (call.isStopped()) {
            // The flag may have been raised to reach the script; it is not for the next one.
            Thread.interrupted();
        }
        if (call.isStopped() || !instance.isReusable()) {
            instances.discard(call.program());
        }
        call.deliver();
    }

    private @Nullable ScriptInstance instanceOf(ScriptCall<?> call) {
        try {
            return instances.of(call.program());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            log.error("Cannot prepare a compiled script: {}; its messages fail", e.toString());
            call.refuse("the script cannot be prepared: " + e.getMessage());
            return null;
        }
    }
}
