// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.pool.RunQueue;
import io.millrace.rule.script.pool.RunQueue.Admission;
import io.millrace.rule.script.pool.RunQueue.Turn;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.FromWorker.Kind;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which process runs which job, and what becomes of the jobs of a process that dies. Most jobs run in the
 * shared process. The jobs of a tenant whose script was killed run in a process of its own. The other jobs of a killed
 * process run again: in the next shared process if it is known which job was at fault, otherwise in a process on
 * probation. In the processes that are not shared, jobs run one at a time. A job fails if its process is killed because
 * of it, or if it was alone in a process that died, after another process had died with it.
 *
 * <p>A job that has ended is first answered, without the lock, and then given to {@link #end}.
 *
 * <p>Not thread-safe: its user holds a lock.
 */
final class Dispatch {

    /** A job with its answer, which must be run before {@link #end}. */
    record Ended(Job job, Runnable answer) {}

    /** What is to be sent to a worker at once, and jobs that ended instead of being sent. */
    record Batch(Deque<Supplier<ToWorker>> frames, List<Ended> ended) {

        Batch() {
            this(new ArrayDeque<>(), new ArrayList<>());
        }

        boolean isEmpty() {
            return frames.isEmpty() && ended.isEmpty();
        }
    }

    /** How a process died. */
    enum Death {
        ENDED(Kind.LIMIT, "the process that ran the script ended"),
        SILENT(
                Kind.TIMEOUT,
                "the process that ran the script did not answer for two seconds, and was killed");

        private final Kind kind;
        private final String text;

        Death(Kind kind, String text) {
            this.kind = kind;
            this.text = text;
        }
    }

    /** Calls of a tenant that may be under way at a time. */
    static final int CALLS_PER_TENANT = 512;

    /**
     * Calls of an originator that may be under way at a time. The worker runs them one after the other. With one call
     * there, each message of a device would wait for the way of the one before to the worker and back, and would leave
     * the node alone, which costs much more than to leave it with others.
     */
    static final int CALLS_PER_ORIGINATOR = 64;

    static final String NO_PROCESS =
            "no process is left for JavaScript of this tenant: one of its scripts had to be killed,"
                    + " and all processes for such tenants are in use";

    private static final long WINDOW_BYTES = 32 * 1024 * 1024;
    private static final int MAX_BATCH = 256;

    private final RunQueue<RemoteCall<?>> queue;
    private final Quarantine quarantine;
    private final Stations stations;
    private final Window window = new Window(WINDOW_BYTES);
    private final Deque<RemoteCheck> checks = new ArrayDeque<>();
    private long refused;
    private long again;

    Dispatch(int capacity, WorkerSettings settings) {
        this.queue = new RunQueue<>(capacity, CALLS_PER_TENANT, CALLS_PER_ORIGINATOR, 0);
        this.quarantine = new Quarantine(settings.ownProcessFor());
        this.stations = new Stations(settings, quarantine);
    }

    /** Where the processes serve. */
    Stations stations() {
        return stations;
    }

    /** Queues a job; returns why it is refused instead, or null. */
    @Nullable String offer(Job job, long now) {
        String refusal =
                switch (job) {
                    case RemoteCheck check -> {
                        checks.add(check);
                        yield null;
                    }
                    case RemoteCall<?> call -> admit(call, now);
                };
        if (refusal == null) {
            stations.wantShared();
        } else {
            refused++;
        }
        return refusal;
    }

    private @Nullable String admit(RemoteCall<?> call, long now) {
        if (quarantine.refuses(call.tenant(), now)) {
            return Quarantine.REFUSAL;
        }
        Admission admission = queue.offer(call.tenant(), call.message().originator(), call);
        return admission == Admission.ADMITTED ? null : admission.refusal();
    }

    /** Takes the jobs that may be sent to a worker now. */
    Batch take(Worker worker, long now) {
        Batch batch = new Batch();
        for (ToWorker.Forget one = worker.nextForgotten();
                one != null;
                one = worker.nextForgotten()) {
            ToWorker.Forget forget = one;
            batch.frames().add(() -> forget);
        }
        Station station = worker.station();
        if (station == null || !worker.isReady()) {
            return batch;
        }
        int most = station.isAlone() ? 1 - worker.sent().size() : MAX_BATCH;
        for (int i = 0; i < most; i++) {
            Job job = next(station, worker, batch, now);
            if (job == null) {
                break;
            }
            send(job, worker, batch);
        }
        return batch;
    }

    /** True if {@link #take} may return jobs for a worker. */
    boolean hasJobsFor(Worker worker) {
        Station station = worker.station();
        if (station == null || !worker.isReady()) {
            return false;
        }
        if (station.isAlone()) {
            return worker.sent().isEmpty() && !station.jobs().isEmpty();
        }
        return queue.hasNext() || !station.jobs().isEmpty() || !checks.isEmpty();
    }

    private @Nullable Job next(Station station, Worker worker, Batch batch, long now) {
        for (Job job = station.jobs().poll(); job != null; job = station.jobs().poll()) {
            String refusal = refusalOf(job, now);
            if (refusal == null) {
                return job;
            }
            refuse(job, refusal, batch);
        }
        if (station.isAlone()) {
            return null;
        }
        // One check at a time, so that it is known how long it takes.
        if (!checks.isEmpty()
                && worker.sent().values().stream().noneMatch(RemoteCheck.class::isInstance)) {
            return checks.remove();
        }
        return nextCall(batch, now);
    }

    private @Nullable RemoteCall<?> nextCall(Batch batch, long now) {
        while (true) {
            Turn<RemoteCall<?>> turn = queue.next(this::hasRoom);
            if (turn == null) {
                return null;
            }
            RemoteCall<?> call = turn.call();
            call.hold(turn);
            String refusal = refusalOf(call, now);
            if (refusal != null) {
                refuse(call, refusal, batch);
            } else if (stations.isApart(call.tenant())) {
                putApart(call, batch.ended());
            } else {
                return call;
            }
        }
    }

    private boolean hasRoom(RemoteCall<?> call) {
        return stations.isApart(call.tenant()) || window.admits(call.tenant(), call.bytes());
    }

    /** Puts a call into its tenant's own station; ends it if there can be no further one. */
    private void putApart(RemoteCall<?> call, List<Ended> ended) {
        Station station = stations.ownOf(call.tenant());
        if (station == null) {
            refused++;
            ended.add(new Ended(call, () -> call.refuse(NO_PROCESS)));
        } else {
            station.jobs().add(call);
        }
    }

    private @Nullable String refusalOf(Job job, long now) {
        return switch (job) {
            case RemoteCheck _ -> null;
            case RemoteCall<?> call ->
                    quarantine.refuses(call.tenant(), now) ? Quarantine.REFUSAL : call.obstacle();
        };
    }

    private void refuse(Job job, String reason, Batch batch) {
        refused++;
        batch.ended().add(new Ended(job, () -> job.refuse(reason)));
    }

    private void send(Job job, Worker worker, Batch batch) {
        worker.sent().put(job.id(), job);
        if (job instanceof RemoteCall<?> call) {
            worker.define(call.program(), batch.frames());
            if (!isAlone(worker)) {
                window.take(call.tenant(), call.bytes());
            }
        }
        batch.frames().add(job::frame);
    }

    private static boolean isAlone(Worker worker) {
        Station station = worker.station();
        return station != null && station.isAlone();
    }

    /** Takes a job from its worker, which has answered it; null if the job is not there any more. */
    @Nullable Ended answered(Worker worker, FromWorker.Answer answer) {
        Job job = worker.sent().get(answer.id());
        if (job == null) {
            return null;
        }
        takeBack(job, worker);
        return new Ended(job, () -> job.answer(answer));
    }

    private void takeBack(Job job, Worker worker) {
        worker.sent().remove(job.id());
        if (job instanceof RemoteCall<?> call && !isAlone(worker)) {
            window.giveBack(call.tenant(), call.bytes());
        }
    }

    /** Ends a job that has been answered: a further call of its originator and its tenant may start. */
    void end(Job job) {
        if (job instanceof RemoteCall<?> call) {
            Turn<RemoteCall<?>> turn = call.turn();
            if (turn != null) {
                call.hold(null);
                queue.end(turn);
            }
        }
    }

    /** Takes the jobs from a worker of which one hangs; returns those that fail. */
    List<Ended> hangs(Worker worker, FromWorker.Hung hung, long now) {
        Job culprit = worker.sent().get(hung.id());
        if (culprit == null || worker.isDead()) {
            return List.of();
        }
        takeBack(culprit, worker);
        List<Ended> ended = new ArrayList<>();
        ended.add(blame(culprit, hung.kind(), hung.text() + ", and its process was killed", now));
        for (Job job : buried(worker)) {
            runAgain(job, stations.shared(), ended);
        }
        stations.replace();
        return ended;
    }

    /** Takes the jobs from a worker that has died for an unknown reason; returns those that fail. */
    List<Ended> dies(Worker worker, Death death, long now) {
        if (worker.isDead()) {
            return List.of();
        }
        boolean alone = isAlone(worker);
        Station station = worker.station();
        Station next = alone && station != null ? station : stations.probation();
        List<Ended> ended = new ArrayList<>();
        List<Job> suspects = new ArrayList<>();
        for (Job job : buried(worker)) {
            if (job.addDeath() > 1 && alone) {
                ended.add(blame(job, death.kind, death.text, now));
            } else if (worker.last().longRunning().contains(job.id())) {
                suspects.add(job);
            } else {
                runAgain(job, next, ended);
            }
        }
        // After the others, which so wait less.
        suspects.forEach(job -> runAgain(job, next, ended));
        stations.replace();
        return ended;
    }

    private Ended blame(Job job, Kind kind, String text, long now) {
        if (job instanceof RemoteCall<?> call) {
            quarantine.addKill(call.tenant(), now);
            return new Ended(job, () -> job.answer(new FromWorker.Failed(job.id(), kind, text)));
        }
        String refusal =
                text.startsWith("script: ")
                        ? text
                        : "script: its syntax cannot be checked: " + text;
        return new Ended(job, () -> job.answer(new FromWorker.Failed(job.id(), kind, refusal)));
    }

    /** Marks a worker as dead, and takes it from its station and all jobs from it. */
    private List<Job> buried(Worker worker) {
        List<Job> jobs = List.copyOf(worker.sent().values());
        jobs.forEach(job -> takeBack(job, worker));
        worker.die();
        stations.lose(worker);
        return jobs;
    }

    private void runAgain(Job job, Station station, List<Ended> ended) {
        again++;
        if (job instanceof RemoteCall<?> call && stations.isApart(call.tenant())) {
            putApart(call, ended);
        } else {
            station.jobs().add(job);
        }
    }

    /** Takes all jobs that are not at a worker; they end with the given reason. */
    List<Ended> drain(String reason) {
        List<Job> jobs = new ArrayList<>(queue.drain());
        jobs.addAll(checks);
        checks.clear();
        for (Station station : stations.all()) {
            jobs.addAll(station.jobs());
            station.jobs().clear();
        }
        refused += jobs.size();
        return ended(jobs, reason);
    }

    /** Takes all jobs from a worker that is not needed any more; they end with the given reason. */
    List<Ended> close(Worker worker, String reason) {
        return worker.isDead() ? List.of() : ended(buried(worker), reason);
    }

    private static List<Ended> ended(List<Job> jobs, String reason) {
        return jobs.stream().map(job -> new Ended(job, () -> job.refuse(reason))).toList();
    }

    /** True if nothing will happen at any time unless a job comes. */
    boolean isQuiet() {
        return queue.isEmpty() && checks.isEmpty() && stations.isQuiet();
    }

    /** Number of jobs that ran again so far. */
    long again() {
        return again;
    }

    /** Bytes at the shared worker. */
    long bytes() {
        return window.used();
    }

    boolean hasNoBytes() {
        return window.isEmpty();
    }

    /** Returns the current load of the given workers and the queue before them. */
    ScriptLoad load(Collection<? extends Worker> workers) {
        int threads = 0;
        int running = 0;
        for (Worker worker : workers) {
            threads += worker.last().threads();
            running += worker.running();
        }
        return new ScriptLoad(
                threads,
                running,
                queue.waiting() + Math.max(0, queue.running() - running),
                refused,
                0);
    }
}
