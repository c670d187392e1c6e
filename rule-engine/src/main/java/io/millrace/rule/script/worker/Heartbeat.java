// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker;

import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.pool.ScriptCall;
import io.millrace.rule.script.pool.ScriptPool;
import io.millrace.rule.script.worker.frame.FromWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends a sign of life every 100 ms while there are threads for scripts or a check, with the calls that were running
 * 50 ms before, too.
 */
final class Heartbeat implements Runnable {

    /** The id of no check. */
    static final long NO_CHECK = -1;

    private static final long HALF_BEAT_NANOS = Duration.ofMillis(50).toNanos();

    private final ScriptPool pool;
    private final Outbox outbox;
    private final Thread thread;
    private volatile long checking = NO_CHECK;
    private volatile boolean asleep;

    Heartbeat(ScriptPool pool, Outbox outbox) {
        this.pool = pool;
        this.outbox = outbox;
        this.thread = Thread.ofPlatform().daemon().name("script-heartbeat").unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** Sets the id of the check that runs now, or {@link #NO_CHECK}. */
    void checking(long id) {
        checking = id;
        wake();
    }

    /** Ensures that the next beat comes; called for each new call. */
    void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        while (true) {
            Set<Long> before = running();
            LockSupport.parkNanos(HALF_BEAT_NANOS);
            List<Long> longRunning = new ArrayList<>(running());
            longRunning.retainAll(before);
            ScriptLoad load = pool.load();
            outbox.sendAtOnce(new FromWorker.Alive(load.threads(), load.running(), longRunning));
            if (isIdle(load)) {
                asleep = true;
                if (isIdle(pool.load())) {
                    LockSupport.park(this);
                }
                asleep = false;
            }
            LockSupport.parkNanos(HALF_BEAT_NANOS);
        }
    }

    private boolean isIdle(ScriptLoad load) {
        return load.threads() == 0 && load.waiting() == 0 && checking == NO_CHECK;
    }

    private Set<Long> running() {
        Set<Long> ids = new HashSet<>();
        for (ScriptCall<?> call : pool.running()) {
            if (call.caller() instanceof WorkerCall ofService) {
                ids.add(ofService.id());
            }
        }
        if (checking != NO_CHECK) {
            ids.add(checking);
        }
        return ids;
    }
}
