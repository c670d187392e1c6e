// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.engine;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.script.WorkerLoad;
import io.millrace.rule.script.pool.HangPolicy;
import io.millrace.rule.script.pool.PooledScript;
import io.millrace.rule.script.pool.ScriptPool;
import io.millrace.rule.script.pool.Strikes;
import io.millrace.rule.script.remote.JavaScriptWorkers;
import io.millrace.rule.script.remote.WorkerCommand;
import io.millrace.rule.script.remote.WorkerSettings;
import io.millrace.rule.script.tbel.TbelLanguage;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * TBEL in this process, and JavaScript in processes of its own. Every call is watched for time and allocation; a script
 * that exceeds a limit fails without effect on others. Quick scripts in TBEL run in the thread of their node, all others
 * on a pool of threads: there tenants are served round robin, and so are the originators of a tenant. An originator has
 * one call running at a time and a tenant a limited number, so that calls that hang leave threads to the others.
 */
public final class ScriptEngines implements Scripts, AutoCloseable {

    private final ScriptSettings settings;
    private final LongSupplier strikesTime;
    private final ScriptPool pool;
    private final JavaScriptWorkers workers;

    /** Loaded with the first script, so that a service without scripts starts faster. */
    private @Nullable TbelLanguage tbel;

    /** Starts processes for JavaScript with the class path of this one. */
    public ScriptEngines(ScriptSettings settings) {
        this(settings, WorkerSettings.defaults(), WorkerCommand.ofClassPath());
    }

    /** Starts processes for JavaScript, at the first script, with the given command. */
    public ScriptEngines(
            ScriptSettings settings, WorkerSettings workerSettings, WorkerCommand command) {
        this(settings, workerSettings, command, System::nanoTime, System::nanoTime);
    }

    /**
     * Uses the given tickers, in nanoseconds, for the expiry of strikes and for watching calls in TBEL. The limits of
     * JavaScript are those of real time.
     */
    ScriptEngines(
            ScriptSettings settings,
            WorkerSettings workerSettings,
            WorkerCommand command,
            LongSupplier strikesTime,
            LongSupplier watchTime) {
        this.settings = settings;
        this.strikesTime = strikesTime;
        this.pool = new ScriptPool(settings, watchTime, HangPolicy.ABANDON);
        this.workers = new JavaScriptWorkers(settings, workerSettings, command);
    }

    @Override
    public Script compile(ScriptLanguage language, String body, ArgumentNames names) {
        if (body.isBlank()) {
            throw new InvalidConfigurationException("script: expected a text; it is blank");
        }
        if (body.length() > settings.maxBody()) {
            throw new InvalidConfigurationException(
                    "script: expected at most %d characters, got %d"
                            .formatted(settings.maxBody(), body.length()));
        }
        Strikes strikes = new Strikes(strikesTime);
        return switch (language) {
            case TBEL -> new PooledScript(tbel().compile(body, names), pool, strikes, settings);
            case JS -> workers.compile(body, names, strikes);
        };
    }

    private synchronized TbelLanguage tbel() {
        if (tbel == null) {
            tbel = new TbelLanguage(settings);
        }
        return tbel;
    }

    /** Returns the current load of both languages. */
    public ScriptLoad load() {
        ScriptLoad here = pool.load();
        ScriptLoad there = workers.load();
        return new ScriptLoad(
                here.threads() + there.threads(),
                here.running() + there.running(),
                here.waiting() + there.waiting(),
                here.refused() + there.refused(),
                here.givenUpThreads());
    }

    /** Returns the current load of the processes for JavaScript. */
    public WorkerLoad workerLoad() {
        return workers.workerLoad();
    }

    /** Ids of the processes for JavaScript. */
    List<Long> workerPids() {
        return workers.pids();
    }

    /** Ends threads and processes; waiting calls fail. */
    @Override
    public void close() {
        Thread both = Thread.ofVirtual().start(workers::close);
        pool.close();
        try {
            both.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
