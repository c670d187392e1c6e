// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
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
    private final int maxInstances;
    private final Thread thread;
    private final Map<Program, ScriptInstance> instances = new LinkedHashMap<>(16, 0.75f, true);
    private volatile @Nullable Running running;
    private volatile boolean abandoned;

    ScriptThread(ScriptPool pool, int maxInstances, int number) {
        this.pool = pool;
        this.maxInstances = maxInstances;
        this.thread = Thread.ofPlatform().daemon().name("script-" + number).unstarted(this);
    }

    void start() {
        thread.start();
    }

    long threadId() {
        return thread.threadId();
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean join(long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }

    @Nullable Running running() {
        return running;
    }

    /** Tells the thread that it has been replaced: it ends after the call that it hangs in. */
    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    @Override
    public void run() {
        try {
            while (!abandoned) {
                ScriptCall<?> call = pool.take();
                if (call == null) {
                    break;
                }
                run(call);
            }
        } finally {
            instances.values().forEach(ScriptInstance::close);
            instances.clear();
            pool.ended(this);
        }
    }

    private void run(ScriptCall<?> call) {
        if (call.program().isClosed()) {
            call.refuse("the script has been closed");
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
            instances.remove(call.program());
            instance.close();
        }
        call.deliver();
    }

    private @Nullable ScriptInstance instanceOf(ScriptCall<?> call) {
        ScriptInstance known = instances.get(call.program());
        if (known != null) {
            return known;
        }
        evict();
        try {
            ScriptInstance made = call.program().instantiate();
            instances.put(call.program(), made);
            return made;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            log.error("A script that compiles cannot be made ready to run: {}", e.toString());
            call.refuse("the script cannot be made ready to run: " + e.getMessage());
            return null;
        }
    }

    /** Makes room for one more: closed scripts go first, then the one that has not run for longest. */
    private void evict() {
        for (Iterator<Map.Entry<Program, ScriptInstance>> all = instances.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<Program, ScriptInstance> one = all.next();
            if (one.getKey().isClosed() || instances.size() >= maxInstances) {
                one.getValue().close();
                all.remove();
            }
        }
    }
}
