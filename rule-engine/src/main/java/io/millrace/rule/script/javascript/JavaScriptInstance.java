// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.javascript;

import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.language.LimitExceededException;
import io.millrace.rule.script.language.ProgramInstance;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * A script in a context of its own. Arguments and results are passed as JSON text, so that the script sees only plain
 * JavaScript objects.
 */
public final class JavaScriptInstance implements ProgramInstance {

    private static final Duration STOP = Duration.ofSeconds(10);
    private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    private final Context context;
    private final JavaScriptTraits traits;
    private final int maxResult;
    private final Value filter;
    private final Value labels;
    private final Value json;
    private final Value text;
    private final Value tainted;
    private boolean reusable = true;
    private volatile boolean calling;
    private volatile boolean stopped;

    JavaScriptInstance(
            Context context,
            Source harness,
            Source script,
            JavaScriptTraits traits,
            int maxResult) {
        this.context = context;
        this.traits = traits;
        this.maxResult = maxResult;
        Value bound =
                context.eval(harness)
                        .execute(
                                context.eval(script),
                                traits.readsMetadata(),
                                traits.defersWork(),
                                traits.reachesGlobal());
        this.filter = bound.getMember("filter");
        this.labels = bound.getMember("labels");
        this.json = bound.getMember("json");
        this.text = bound.getMember("text");
        this.tainted = bound.getMember("tainted");
    }

    /**
     * Calls the script.
     *
     * @param payload JSON
     * @param metadata a JSON object; not needed if the script does not read it
     * @throws ScriptException if the script throws, or returns a value that the function does not accept
     * @throws LimitExceededException if it exceeds a limit
     */
    public @Nullable String call(
            JavaScriptFunction function, String payload, @Nullable String metadata, String type) {
        return switch (function) {
            case FILTER -> filterOf(call(filter, payload, metadata, type));
            case LABELS -> textOf(call(labels, payload, metadata, type));
            case TEXT -> textOf(call(text, payload, metadata, type));
            case JSON -> {
                Value result = call(json, payload, metadata, type);
                yield result.isNull() ? null : bounded(result.asString());
            }
        };
    }

    private static String filterOf(Value result) {
        if (!result.isBoolean()) {
            throw complaint(result.asString());
        }
        return String.valueOf(result.asBoolean());
    }

    private String textOf(Value result) {
        String text = bounded(result.asString());
        if (text.startsWith("!")) {
            throw complaint(text);
        }
        return text;
    }

    private String bounded(String text) {
        if (text.length() > maxResult) {
            throw new LimitExceededException(
                    "a result may have at most %d characters, and this one has %d"
                            .formatted(maxResult, text.length()));
        }
        return text;
    }

    private static ScriptException complaint(String text) {
        return new ScriptException(text.substring(1));
    }

    private Value call(Value function, String payload, @Nullable String metadata, String type) {
        calling = true;
        try {
            if (stopped) {
                throw wasStopped();
            }
            return function.execute(payload, metadata, type);
        } catch (PolyglotException e) {
            if (e.isResourceExhausted()) {
                reusable = false;
                throw new LimitExceededException(
                        "the script requested more memory than is available");
            }
            if (e.isInterrupted() || e.isCancelled()) {
                throw wasStopped();
            }
            reusable = e.isGuestException() && !isTainted();
            throw new ScriptException(JavaScriptLanguage.messageOf(e), e);
        } finally {
            calling = false;
        }
    }

    private LimitExceededException wasStopped() {
        reusable = false;
        return new LimitExceededException("the script was stopped");
    }

    private boolean isTainted() {
        try {
            return tainted.execute().asBoolean();
        } catch (PolyglotException _) {
            return true;
        }
    }

    @Override
    public void stop() {
        stopped = true;
        Thread.ofVirtual()
                .name("script-stop")
                .start(() -> {
                    try {
                        // Without effect on a call that has begun, but is not in the context yet.
                        while (calling) {
                            context.interrupt(STOP);
                            LockSupport.parkNanos(PAUSE_NANOS);
                        }
                    } catch (TimeoutException _) {
                        // The watchdog measures the time as well, and abandons the thread.
                    }
                });
    }

    @Override
    public boolean isReusable() {
        return reusable && !traits.hasPrivateNames();
    }

    @Override
    public void close() {
        context.close(true);
    }
}
