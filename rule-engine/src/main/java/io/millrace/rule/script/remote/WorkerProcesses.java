// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.WorkerLoad;
import io.millrace.rule.script.remote.Dispatch.Batch;
import io.millrace.rule.script.remote.Dispatch.Death;
import io.millrace.rule.script.remote.Dispatch.Ended;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.FromWorker.Answer;
import io.millrace.rule.script.worker.frame.FromWorker.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that run JavaScript, and the threads that serve them. A supervisor starts processes, and kills those
 * that are silent for two seconds. The first process is started by the first job.
 *
 * <p>One lock guards the {@link Dispatch} and the processes. It is held briefly: reading, writing, starting processes
 * and answering calls happen without it.
 */
final class WorkerProcesses implements WorkerLink.Jobs, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(WorkerProcesses.class);

    private static final String CLOSED = "the script engines have been closed";
    private static final String NO_START =
            "JavaScript cannot run: its process does not start; see the log of the service";
    private static final String SLOW_CHECK = "script: checking its syntax took longer than 10 s";
    private static final int CHECK_TICKS = 100;
    private static final Duration CLOSE = Duration.ofMillis(500);
    private static final Duration KILL = Duration.ofSeconds(2);

    private final ScriptSettings scripts;
    private final WorkerSettings settings;
    private final WorkerCommand command;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition quiet = lock.newCondition();

    // Guarded by the lock.
    private final Dispatch dispatch;
    private final Stations stations;
    private final Set<WorkerProcess> processes = new LinkedHashSet<>();
    private final StartAttempts starts = new StartAttempts();
    private final SupervisorWait supervision = new SupervisorWait(lock.newCondition());
    private @Nullable Thread supervisor;
    private long killed;
    private boolean closed;

    WorkerProcesses(ScriptSettings scripts, WorkerSettings settings, WorkerCommand command) {
        this.scripts = scripts;
        this.settings = settings;
        this.command = command;
        this.dispatch = new Dispatch(scripts.queue(), settings);
        this.stations = dispatch.stations();
    }

    /** Queues a job, or refuses it at once. Never waits for a process. */
    void submit(Job job) {
        String refusal;
        lock.lock();
        try {
            refusal = obstacle();
            if (refusal == null) {
                refusal = dispatch.offer(job, System.nanoTime());
            }
            if (refusal == null) {
                wake();
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            job.refuse(refusal);
        }
    }

    private @Nullable String obstacle() {
        if (closed) {
            return CLOSED;
        }
        return starts.areEnough() && !starts.mayStart(System.nanoTime()) ? NO_START : null;
    }

    /** Tells the workers that a script is not called any more. */
    void forget(RemoteProgram program) {
        lock.lock();
        try {
            for (WorkerProcess process : processes) {
                process.forget(program);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the writers that have something to send, and the supervisor if it watches nothing. */
    private void wake() {
        for (WorkerProcess process : processes) {
            if (dispatch.hasJobsFor(process)) {
                process.wake();
            }
        }
        if (supervisor == null) {
            supervisor =
                    Thread.ofPlatform().daemon().name("script-supervisor").start(this::supervise);
        } else if (supervision.isAsleep()) {
            supervision.wake();
        }
    }

    @Override
    public @Nullable Batch nextBatch(WorkerProcess process) {
        lock.lock();
        try {
            while (!process.isDead()) {
                Batch batch = dispatch.take(process, System.nanoTime());
                if (!batch.isEmpty()) {
                    return batch;
                }
                if (!stations.wanting().isEmpty()) {
                    supervision.wake();
                }
                wakeApart();
                process.awaitJobs();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the writers to whose stations the jobs of the queue were put. */
    private void wakeApart() {
        for (WorkerProcess process : processes) {
            Station station = process.station();
            if (station != null && station.isAlone() && dispatch.hasJobsFor(process)) {
                process.wake();
            }
        }
    }

    @Override
    public boolean isDead(WorkerProcess process) {
        lock.lock();
        try {
            return process.isDead();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Ended> handle(WorkerProcess process, List<FromWorker> batch) {
        List<Ended> ended = new ArrayList<>(batch.size());
        lock.lock();
        try {
            for (FromWorker frame : batch) {
                switch (frame) {
                    case FromWorker.Ready() -> ready(process);
                    case FromWorker.Alive alive -> process.note(alive);
                    case FromWorker.Hung hung -> ended.addAll(hangs(process, hung));
                    case Answer answer -> {
                        Ended one = dispatch.answered(process, answer);
                        if (one != null) {
                            ended.add(one);
                        }
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return ended;
    }

    private void ready(WorkerProcess process) {
        process.becomeReady();
        starts.succeeded();
        if (process.station() == null && !stations.keepAsSpare(process)) {
            end(process);
        }
        wake();
        supervision.wake();
    }

    private List<Ended> hangs(WorkerProcess process, FromWorker.Hung hung) {
        List<Ended> ended = dispatch.hangs(process, hung, System.nanoTime());
        if (!ended.isEmpty()) {
            log.warn(
                    "Killing the JavaScript process {}: {}, and it does not stop; its other calls run again",
                    process.pid(),
                    describe(ended.getFirst().job(), hung.text()));
            removed(process);
        }
        return ended;
    }

    private static String describe(Job job, String text) {
        return switch (job) {
            case RemoteCheck _ -> text;
            case RemoteCall<?> call ->
                    "tenant=%s originator=%s: %s"
                            .formatted(call.tenant(), call.message().originator(), text);
        };
    }

    @Override
    public void ended(WorkerProcess process) {
        List<Ended> ended;
        lock.lock();
        try {
            if (process.isDead()) {
                return;
            }
            boolean started = process.isReady();
            ended = new ArrayList<>(dispatch.dies(process, Death.ENDED, System.nanoTime()));
            log.warn(
                    "The JavaScript process {} ended by itself; its calls run again, one at a time",
                    process.pid());
            if (!started) {
                ended.addAll(startFailed());
            }
            removed(process);
        } finally {
            lock.unlock();
        }
        finish(ended);
    }

    private List<Ended> startFailed() {
        starts.failed(System.nanoTime());
        log.error("The JavaScript process did not start ({} attempts)", starts.failures());
        return starts.areEnough() ? dispatch.drain(NO_START) : List.of();
    }

    private void removed(WorkerProcess process) {
        killed++;
        end(process);
        wake();
        supervision.wake();
    }

    /** Kills a process that has no jobs any more. */
    private void end(WorkerProcess process) {
        process.die();
        process.kill();
        process.wake();
        processes.remove(process);
    }

    @Override
    public void finish(List<Ended> ended) {
        if (ended.isEmpty()) {
            return;
        }
        for (Ended each : ended) {
            try {
                each.answer().run();
            } catch (RuntimeException | Error e) {
                log.error("Cannot process the result of a script", e);
            }
        }
        lock.lock();
        try {
            ended.forEach(each -> dispatch.end(each.job()));
            wake();
            quiet.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void supervise() {
        long lastTick = System.nanoTime();
        while (true) {
            boolean needsStart;
            List<Ended> ended = new ArrayList<>();
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                supervision.await(
                        () -> needsStart(System.nanoTime()),
                        () -> dispatch.isQuiet() && areReady());
                long now = System.nanoTime();
                // A pause of this process counts as one tick, not as a silence of the others.
                if (now - lastTick >= SupervisorWait.TICK.toNanos()) {
                    lastTick = now;
                    ended.addAll(tick());
                    release(now);
                }
                needsStart = needsStart(now);
            } finally {
                lock.unlock();
            }
            finish(ended);
            if (needsStart) {
                start();
            }
        }
    }

    private List<Ended> tick() {
        List<Ended> ended = new ArrayList<>();
        for (WorkerProcess process : List.copyOf(processes)) {
            boolean started = process.isReady();
            if (process.isSilent()) {
                log.warn(
                        "Killing the JavaScript process {}: it does not answer; its calls run again, one at a time",
                        process.pid());
                ended.addAll(dispatch.dies(process, Death.SILENT, System.nanoTime()));
                if (!started) {
                    ended.addAll(startFailed());
                }
                removed(process);
                continue;
            }
            for (Job job : process.sent().values()) {
                if (job instanceof RemoteCheck check && check.addTick() > CHECK_TICKS) {
                    ended.addAll(
                            hangs(
                                    process,
                                    new FromWorker.Hung(check.id(), Kind.TIMEOUT, SLOW_CHECK)));
                    break;
                }
            }
        }
        return ended;
    }

    private void release(long now) {
        for (Worker worker : stations.release(now)) {
            if (worker instanceof WorkerProcess process && !stations.keepAsSpare(process)) {
                end(process);
            }
        }
    }

    /** True if a process is to be started now. */
    private boolean needsStart(long now) {
        return !closed && starts.mayStart(now) && areReady() && stations.wantsWorker();
    }

    private boolean areReady() {
        return processes.stream().allMatch(Worker::isReady);
    }

    /** Starts a process for the station that needs it most, or as spare. */
    private void start() {
        Condition wake = lock.newCondition();
        WorkerProcess process;
        try {
            process = WorkerProcess.start(command, settings, wake);
        } catch (IOException e) {
            log.error("Cannot start a JavaScript process: {}", e.getMessage());
            List<Ended> ended;
            lock.lock();
            try {
                ended = startFailed();
            } finally {
                lock.unlock();
            }
            finish(ended);
            return;
        }
        lock.lock();
        try {
            if (closed) {
                process.kill();
                return;
            }
            processes.add(process);
            stations.assign(process);
        } finally {
            lock.unlock();
        }
        WorkerLink.start(process, scripts, this);
    }

    /** Ids of the running processes. */
    List<Long> pids() {
        lock.lock();
        try {
            return processes.stream().map(WorkerProcess::pid).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the load of the processes in terms of calls. */
    ScriptLoad load() {
        lock.lock();
        try {
            return dispatch.load(processes);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the load of the processes. */
    WorkerLoad workerLoad() {
        lock.lock();
        try {
            return new WorkerLoad(
                    processes.size(),
                    stations.ownProcesses(),
                    killed,
                    dispatch.again(),
                    processes.stream().mapToInt(each -> each.sent().size()).sum(),
                    dispatch.bytes());
        } finally {
            lock.unlock();
        }
    }

    /** Refuses waiting calls, lets those at the processes end for at most half a second, and kills the processes. */
    @Override
    public void close() {
        List<Ended> ended;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            ended = dispatch.drain(CLOSED);
            supervision.wake();
        } finally {
            lock.unlock();
        }
        finish(ended);
        List<WorkerProcess> last = List.of();
        List<Ended> unfinished = new ArrayList<>();
        lock.lock();
        try {
            awaitQuiet();
            last = List.copyOf(processes);
            for (WorkerProcess process : last) {
                unfinished.addAll(dispatch.close(process, CLOSED));
                end(process);
            }
            unfinished.addAll(dispatch.drain(CLOSED));
        } finally {
            lock.unlock();
        }
        finish(unfinished);
        awaitEnd(last);
    }

    private void awaitQuiet() {
        long left = CLOSE.toNanos();
        try {
            while (left > 0 && processes.stream().anyMatch(each -> !each.sent().isEmpty())) {
                left = quiet.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitEnd(List<WorkerProcess> last) {
        try {
            for (WorkerProcess process : last) {
                if (!process.awaitEnd(KILL.toMillis())) {
                    log.warn(
                            "The JavaScript process {} was killed, but has not ended",
                            process.pid());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
