// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.rule.node.InvalidConfigurationException;
import java.util.function.LongSupplier;

/**
 * TBEL and JavaScript behind one pool of threads. Every call is watched for time and allocation; a script that goes
 * beyond them fails alone.
 */
public final class ScriptEngines implements Scripts, AutoCloseable {

    private final ScriptSettings settings;
    private final LongSupplier nanoTime;
    private final ScriptPool pool;
    private final TbelLanguage tbel;
    private final JavaScriptLanguage javaScript;

    public ScriptEngines(ScriptSettings settings) {
        this(settings, System::nanoTime);
    }

    /** With the ticker that tells nanoseconds. */
    ScriptEngines(ScriptSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.tbel = new TbelLanguage(settings);
        this.javaScript = new JavaScriptLanguage(settings);
        this.pool = new ScriptPool(settings, System::nanoTime);
    }

    @Override
    public Script compile(ScriptLanguage language, String body) {
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
                    case TBEL -> tbel.compile(body);
                    case JS -> javaScript.compile(body);
                };
        return new PooledScript(program, pool, new Strikes(nanoTime), settings);
    }

    /** Ends the threads; calls that wait fail. */
    @Override
    public void close() {
        pool.close();
        javaScript.close();
    }
}
