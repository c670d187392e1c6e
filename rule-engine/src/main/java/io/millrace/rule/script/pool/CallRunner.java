// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.language.ProgramInstance;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs calls in one platform thread, one after the other and watched, with instances of its own, so that two threads
 * never use the same script engine at once. (A platform thread, because the JVM does not count the allocations of virtual
 * threads.)
 */
final class CallRunner {

    /** The call that runs now. */
    record Running(ScriptCall<?> call, ProgramInstance instance) {}

    private static final Logger log = LoggerFactory.getLogger(CallRunner.class);

    private final long threadId;
    private final InstanceCache instances;
    private final Watchdog watchdog;
    private final Duration timePerCall;
    private final Consumer<ScriptCall<?>> onHang;
    private volatile @Nullable Running running;

    /**
     * @param timePerCall time after which the watchdog stops a call
     * @param onHang what the watchdog does with a stopped call that does not end
     */
    CallRunner(
            Thread thread,
            InstanceBudget budget,
            Watchdog watchdog,
            Duration timePerCall,
            Consumer<ScriptCall<?>> onHang) {
        this.threadId = thread.threadId();
        this.instances = new InstanceCache(budget);
        this.watchdog = watchdog;
        this.timePerCall = timePerCall;
        this.onHang = onHang;
    }

    long threadId() {
        return threadId;
    }

    Duration timePerCall() {
        return timePerCall;
    }

    void reportHang(ScriptCall<?> call) {
        onHang.accept(call);
    }

    /** What a thread does now, for the log. */
    static Throwable stackOf(Thread thread) {
        Throwable stack = new Throwable("thread %s is here".formatted(thread.getName()));
        stack.setStackTrace(thread.getStackTrace());
        return stack;
    }

    /** May be called by any thread. */
    @Nullable Running running() {
        return running;
    }

    /** Runs the call, or refuses it if its caller no longer wants it. Its result is not delivered yet. */
    void run(ScriptCall<?> call) {
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
        watchdog.watch();
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

    /** Closes the instances; called by the thread, or after its end. */
    void close() {
        instances.close();
    }
}
