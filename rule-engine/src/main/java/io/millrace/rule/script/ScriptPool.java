// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that run scripts, the queue before them, and the watchdog over them. */
final class ScriptPool implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ScriptPool.class);
    private static final long CLOSE_MILLIS = 5_000;

    private final ScriptSettings settings;
    private final BlockingQueue<ScriptCall<?>> queue;
    private final CopyOnWriteArrayList<ScriptThread> threads = new CopyOnWriteArrayList<>();
    private final Watchdog watchdog;
    private int started;
    private int abandoned;
    private volatile boolean closed;

    ScriptPool(ScriptSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.queue = new LinkedBlockingQueue<>(settings.queue());
        this.watchdog = new Watchdog(this, settings, nanoTime);
        watchdog.start();
        synchronized (this) {
            fill();
        }
    }

    void submit(ScriptCall<?> call) {
        if (closed) {
            call.refuse("the script engines have been closed");
        } else if (threads.isEmpty()) {
            call.refuse(
                    "no thread is left for scripts: all hang in scripts that cannot be stopped");
        } else if (!queue.offer(call)) {
            call.refuse("no room for one more script call: %d wait".formatted(settings.queue()));
        } else if (closed || threads.isEmpty()) {
            refuseAll();
        }
    }

    /** The next call; waits for one. Null when there will be none. */
    @Nullable ScriptCall<?> take() {
        try {
            return closed ? null : queue.take();
        } catch (InterruptedException _) {
            return null;
        }
    }

    List<ScriptThread> threads() {
        return threads;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    /** Gives a thread up whose script does not stop, and starts another one in its place while there are enough. */
    void abandon(ScriptThread thread, ScriptCall<?> call) {
        synchronized (this) {
            thread.abandon();
            threads.remove(thread);
            abandoned++;
            log.error(
                    "A script cannot be stopped; its thread is given up, as {} before (at most {} are replaced)",
                    abandoned - 1,
                    settings.abandonedThreads());
            fill();
        }
        // What depends on the call may take its time; the watchdog has none.
        Thread.ofVirtual()
                .start(() -> {
                    call.giveUp();
                    if (threads.isEmpty()) {
                        refuseAll();
                    }
                });
    }

    synchronized void ended(ScriptThread thread) {
        threads.remove(thread);
        if (thread.isAbandoned()) {
            abandoned--;
            log.info("A script thread that had been given up has ended; {} are left", abandoned);
        }
        fill();
    }

    private void fill() {
        while (!closed
                && threads.size() + Math.max(0, abandoned - settings.abandonedThreads())
                        < settings.threads()) {
            int instances = Math.max(1, settings.instances() / settings.threads());
            ScriptThread thread = new ScriptThread(this, instances, started++);
            threads.add(thread);
            thread.start();
        }
    }

    private void refuseAll() {
        List<ScriptCall<?>> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        waiting.forEach(call -> call.refuse("no thread is left for scripts"));
    }

    /** Lets what runs end, within the limits that it has, and refuses what waits. */
    @Override
    public void close() {
        List<ScriptThread> last;
        synchronized (this) {
            closed = true;
            last = List.copyOf(threads);
        }
        refuseAll();
        last.forEach(ScriptThread::interrupt);
        long deadline = TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS) + System.nanoTime();
        try {
            for (ScriptThread thread : last) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (!thread.join(Math.max(1, left))) {
                    log.warn("A script still runs after its engines have been closed");
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        watchdog.close();
    }
}
