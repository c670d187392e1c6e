// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.WorkerLoad;
import io.millrace.rule.script.pool.Strikes;
import io.millrace.rule.script.remote.Dispatch.Batch;
import io.millrace.rule.script.remote.Dispatch.Death;
import io.millrace.rule.script.remote.Dispatch.Ended;
import io.millrace.rule.script.worker.frame.FrameReader;
import io.millrace.rule.script.worker.frame.FrameWriter;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.FromWorker.Answer;
import io.millrace.rule.script.worker.frame.FromWorker.Failed;
import io.millrace.rule.script.worker.frame.FromWorker.Kind;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that run JavaScript. Each has a thread that sends it everything that may start, in one piece, and a
 * thread that reads its answers and runs what depends on them. A supervisor starts processes, and kills those that are
 * silent for two seconds. The first process is started by the first script.
 *
 * <p>One lock guards the {@link Dispatch} and the processes. It is held briefly: reading, writing, starting processes
 * and answering calls happen without it.
 */
public final class JavaScriptWorkers implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(JavaScriptWorkers.class);

    private static final String CLOSED = "the script engines have been closed";
    private static final String NO_START =
            "JavaScript cannot run: its process does not start; see the log of the service";
    private static final String SLOW_CHECK = "script: checking its syntax took longer than 10 s";
    private static final Duration TICK = Duration.ofMillis(100);
    private static final int CHECK_TICKS = 100;
    private static final int START_ATTEMPTS = 3;
    private static final Duration CHECK_ANSWER = Duration.ofMinutes(2);
    private static final Duration CLOSE = Duration.ofMillis(500);
    private static final Duration KILL = Duration.ofSeconds(2);

    private final ScriptSettings scripts;
    private final WorkerSettings settings;
    private final WorkerCommand command;
    private final AtomicLong ids = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition supervision = lock.newCondition();
    private final Condition quiet = lock.newCondition();

    // Guarded by the lock.
    private final Dispatch dispatch;
    private final Set<WorkerProcess> processes = new LinkedHashSet<>();
    private @Nullable Thread supervisor;
    private boolean supervisorWaits;
    private boolean supervisorSleeps;
    private long killed;
    private int failedStarts;
    private long nextStart;
    private boolean closed;

    public JavaScriptWorkers(
            ScriptSettings scripts, WorkerSettings settings, WorkerCommand command) {
        long longest =
                Math.max(
                        6L * scripts.maxArguments(),
                        3L * Math.max(scripts.maxBody(), scripts.maxResult()));
        if (longest > FrameReader.MAX_BYTES / 2) {
            throw new IllegalArgumentException(
                    "Arguments, results and scripts may need at most %d bytes in a frame; these settings allow %d"
                            .formatted(FrameReader.MAX_BYTES / 2, longest));
        }
        this.scripts = scripts;
        this.settings = settings;
        this.command = command;
        this.dispatch = new Dispatch(scripts.queue(), settings);
    }

    /**
     * Compiles a script; waits until a worker has checked its syntax, and starts one if there is none.
     *
     * @throws InvalidConfigurationException if it does not compile
     * @throws ScriptException if it could not be checked
     */
    public Script compile(String body, ArgumentNames names, Strikes strikes) {
        RemoteCheck check = new RemoteCheck(new ToWorker.Check(nextId(), body, names));
        submit(check);
        if (answerOf(check) instanceof Failed(long _, Kind _, String text)) {
            throw new InvalidConfigurationException(text);
        }
        return new RemoteScript(
                new RemoteProgram(nextId(), body, names), this, strikes, scripts.maxArguments());
    }

    private static Answer answerOf(RemoteCheck check) {
        try {
            return check.answer().get(CHECK_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ScriptException(String.valueOf(cause.getMessage()), e);
        } catch (TimeoutException e) {
            throw new ScriptException("the script's syntax could not be checked in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScriptException("the service is stopping", e);
        }
    }

    long nextId() {
        return ids.incrementAndGet();
    }

    private void submit(RemoteCheck check) {
        String refusal;
        lock.lock();
        try {
            refusal = obstacle();
            if (refusal == null) {
                dispatch.add(check);
                wake();
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            check.refuse(refusal);
        }
    }

    /** Queues a call, or refuses it at once. Never waits for a process. */
    void submit(RemoteCall<?> call) {
        String refusal;
        lock.lock();
        try {
            refusal = obstacle();
            if (refusal == null) {
                refusal = dispatch.offer(call, System.nanoTime());
            }
            if (refusal == null) {
                wake();
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            call.refuse(refusal);
        }
    }

    private @Nullable String obstacle() {
        if (closed) {
            return CLOSED;
        }
        return failedStarts >= START_ATTEMPTS && nextStart - System.nanoTime() > 0
                ? NO_START
                : null;
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
        } else if (supervisorSleeps) {
            wakeSupervisor();
        }
    }

    private void wakeSupervisor() {
        supervisorSleeps = false;
        if (supervisorWaits) {
            supervisorWaits = false;
            supervision.signal();
        }
    }

    /** Sends what may start, until the process has died. */
    private void feed(WorkerProcess process) {
        try (OutputStream out = process.input()) {
            FrameWriter frames = new FrameWriter();
            frames.add(new ToWorker.Settings(scripts));
            frames.writeTo(out);
            for (Batch batch = nextBatch(process); batch != null; batch = nextBatch(process)) {
                finish(batch.ended());
                for (Supplier<ToWorker> each : batch.frames()) {
                    frames.add(each.get());
                }
                if (frames.size() > 0) {
                    frames.writeTo(out);
                }
            }
        } catch (IOException _) {
            // The reader notices the end of the process.
        } catch (RuntimeException | OutOfMemoryError e) {
            log.error(
                    "Cannot send calls to the JavaScript process {}; killing it", process.pid(), e);
        } finally {
            process.kill();
        }
    }

    /** Waits for something to send; null if the process has died. */
    private @Nullable Batch nextBatch(WorkerProcess process) {
        lock.lock();
        try {
            while (!process.isDead()) {
                Batch batch = dispatch.take(process, System.nanoTime());
                if (!batch.isEmpty()) {
                    return batch;
                }
                if (!dispatch.wanting().isEmpty()) {
                    wakeSupervisor();
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

    /** Reads answers until the process has died. */
    private void read(WorkerProcess process) {
        try {
            for (List<FromWorker> batch = process.read();
                    !batch.isEmpty();
                    batch = process.read()) {
                finish(handle(process, batch));
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            if (!isDead(process)) {
                log.error(
                        "Cannot read from the JavaScript process {}; killing it", process.pid(), e);
            }
        }
        bury(process);
    }

    private boolean isDead(WorkerProcess process) {
        lock.lock();
        try {
            return process.isDead();
        } finally {
            lock.unlock();
        }
    }

    private List<Ended> handle(WorkerProcess process, List<FromWorker> batch) {
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
        failedStarts = 0;
        if (process.station() == null && !dispatch.keepAsSpare(process)) {
            end(process);
        }
        wake();
        wakeSupervisor();
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

    /** Notes that a process has ended, unless it was killed here. */
    private void bury(WorkerProcess process) {
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
        failedStarts++;
        nextStart =
                System.nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(250L << Math.min(failedStarts, 7));
        log.error("The JavaScript process did not start ({} attempts)", failedStarts);
        return failedStarts < START_ATTEMPTS ? List.of() : dispatch.drain(NO_START);
    }

    private void removed(WorkerProcess process) {
        killed++;
        end(process);
        wake();
        wakeSupervisor();
    }

    /** Kills a process that has no jobs any more. */
    private void end(WorkerProcess process) {
        process.die();
        process.kill();
        process.wake();
        processes.remove(process);
    }

    /** Answers jobs, and then lets those that waited for them start. */
    private void finish(List<Ended> ended) {
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
                awaitTick();
                long now = System.nanoTime();
                // A pause of this process counts as one tick, not as a silence of the others.
                if (now - lastTick >= TICK.toNanos()) {
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

    /** Waits for a tick, or until there is something to do; without jobs there are no ticks. */
    private void awaitTick() {
        supervisorWaits = !needsStart(System.nanoTime());
        long left = TICK.toNanos();
        try {
            while (supervisorWaits && left > 0) {
                supervisorSleeps =
                        dispatch.isQuiet() && processes.stream().allMatch(Worker::isReady);
                if (supervisorSleeps) {
                    supervision.await();
                } else {
                    left = supervision.awaitNanos(left);
                }
            }
        } catch (InterruptedException _) {
            // Only close() ends this thread.
        }
        supervisorWaits = false;
        supervisorSleeps = false;
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
        for (Worker worker : dispatch.release(now)) {
            if (worker instanceof WorkerProcess process && !dispatch.keepAsSpare(process)) {
                end(process);
            }
        }
    }

    /** True if a process is to be started now. */
    private boolean needsStart(long now) {
        boolean mayStart = !closed && (failedStarts == 0 || nextStart - now <= 0);
        return mayStart && processes.stream().allMatch(Worker::isReady) && dispatch.wantsWorker();
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
            dispatch.assign(process);
        } finally {
            lock.unlock();
        }
        Thread.ofPlatform()
                .daemon()
                .name("script-writer-" + process.pid())
                .start(() -> feed(process));
        Thread.ofPlatform()
                .daemon()
                .name("script-reader-" + process.pid())
                .start(() -> read(process));
    }

    /** Ids of the running processes. */
    public List<Long> pids() {
        lock.lock();
        try {
            return processes.stream().map(WorkerProcess::pid).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the load of the processes in terms of calls. */
    public ScriptLoad load() {
        lock.lock();
        try {
            return dispatch.load(processes);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the load of the processes. */
    public WorkerLoad workerLoad() {
        lock.lock();
        try {
            return new WorkerLoad(
                    processes.size(),
                    dispatch.ownProcesses(),
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
            wakeSupervisor();
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
