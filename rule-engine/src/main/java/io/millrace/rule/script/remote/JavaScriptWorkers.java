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
import io.millrace.rule.script.worker.frame.FrameReader;
import io.millrace.rule.script.worker.frame.FromWorker.Answer;
import io.millrace.rule.script.worker.frame.FromWorker.Failed;
import io.millrace.rule.script.worker.frame.FromWorker.Kind;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Compiles scripts that run in processes of their own, so that a script can be killed. */
public final class JavaScriptWorkers implements AutoCloseable {

    private static final Duration CHECK_ANSWER = Duration.ofMinutes(2);

    private final WorkerProcesses processes;
    private final int maxArguments;
    private final AtomicLong ids = new AtomicLong();

    /**
     * @throws IllegalArgumentException if the settings allow arguments, results or scripts that do not fit into a frame
     */
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
        this.processes = new WorkerProcesses(scripts, settings, command);
        this.maxArguments = scripts.maxArguments();
    }

    /**
     * Compiles a script; waits until a worker has checked its syntax, and starts one if there is none.
     *
     * @throws InvalidConfigurationException if it does not compile
     * @throws ScriptException if it could not be checked
     */
    public Script compile(String body, ArgumentNames names, Strikes strikes) {
        RemoteCheck check = new RemoteCheck(new ToWorker.Check(nextId(), body, names));
        processes.submit(check);
        if (answerOf(check) instanceof Failed(long _, Kind _, String text)) {
            throw new InvalidConfigurationException(text);
        }
        RemoteProgram program = new RemoteProgram(nextId(), body, names);
        return new RemoteScript(program, this, strikes, maxArguments);
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

    /** Queues a call, or refuses it at once. Never waits for a process. */
    void submit(RemoteCall<?> call) {
        processes.submit(call);
    }

    /** Tells the workers that a script is not called any more. */
    void forget(RemoteProgram program) {
        processes.forget(program);
    }

    /** Ids of the running processes. */
    public List<Long> pids() {
        return processes.pids();
    }

    /** Returns the load of the processes in terms of calls. */
    public ScriptLoad load() {
        return processes.load();
    }

    /** Returns the load of the processes. */
    public WorkerLoad workerLoad() {
        return processes.workerLoad();
    }

    /** Refuses waiting calls, lets those at the processes end for at most half a second, and kills the processes. */
    @Override
    public void close() {
        processes.close();
    }
}
