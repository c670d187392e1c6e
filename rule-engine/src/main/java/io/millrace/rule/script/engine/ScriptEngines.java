// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.engine;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.script.javascript.JavaScriptLanguage;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.pool.PooledScript;
import io.millrace.rule.script.pool.ScriptPool;
import io.millrace.rule.script.pool.Strikes;
import io.millrace.rule.script.tbel.TbelLanguage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * TBEL and JavaScript behind one pool of threads. Every call is watched for time and allocation; a script that exceeds
 * a limit fails without effect on others. Tenants are served round robin, and so are the originators of a tenant. An
 * originator has one call running at a time and a tenant a limited number, so that calls that hang leave threads to the
 * others.
 */
public final class ScriptEngines implements Scripts, AutoCloseable {

    private final ScriptSettings settings;
    private final LongSupplier strikesTime;
    private final ScriptPool pool;

    /** A language is loaded with the first script in it, so that a service without scripts starts faster. */
    private @Nullable TbelLanguage tbel;

    private @Nullable JavaScriptLanguage javaScript;

    public ScriptEngines(ScriptSettings settings) {
        this(settings, System::nanoTime, System::nanoTime);
    }

    /** Uses the given tickers, in nanoseconds, for the expiry of strikes and for watching calls. */
    ScriptEngines(ScriptSettings settings, LongSupplier strikesTime, LongSupplier watchTime) {
        this.settings = settings;
        this.strikesTime = strikesTime;
        this.pool = new ScriptPool(settings, watchTime);
    }

    @Override
    public Script compile(ScriptLanguage language, String body, ArgumentNames names) {
        if (body.isBlank()) {
            throw new InvalidConfigurationException("script: expected a text, but it is blank");
        }
        if (body.length() > settings.maxBody()) {
            throw new InvalidConfigurationException(
                    "script: expected at most %d characters, but got %d"
                            .formatted(settings.maxBody(), body.length()));
        }
        Program program =
                switch (language) {
                    case TBEL -> tbel().compile(body, names);
                    case JS -> javaScript().compile(body, names);
                };
        return new PooledScript(program, pool, new Strikes(strikesTime), settings);
    }

    private synchronized TbelLanguage tbel() {
        if (tbel == null) {
            tbel = new TbelLanguage(settings);
        }
        return tbel;
    }

    private synchronized JavaScriptLanguage javaScript() {
        if (javaScript == null) {
            javaScript = new JavaScriptLanguage(settings);
        }
        return javaScript;
    }

    /** Returns the current load. */
    public ScriptLoad load() {
        return pool.load();
    }

    /** Ends the threads; waiting calls fail. */
    @Override
    public synchronized void close() {
        pool.close();
        if (javaScript != null) {
            javaScript.close();
        }
    }
}
