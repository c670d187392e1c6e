// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import io.millrace.rule.script.javascript.JavaScriptInstance;
import io.millrace.rule.script.javascript.JavaScriptLanguage;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.pool.HangPolicy;
import io.millrace.rule.script.pool.ScriptCall;
import io.millrace.rule.script.pool.ScriptPool;
import io.millrace.rule.script.pool.Strikes;
import io.millrace.rule.script.worker.frame.FrameReader;
import io.millrace.rule.script.worker.frame.FrameWriter;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads frames from the service until they end: keeps its scripts, and gives its calls to a pool of threads. */
final class WorkerSession {

    /** Never full: the service bounds the calls at the worker. */
    private static final int QUEUE = 1_000_000;

    private static final String PACKAGE = "io.millrace.rule.script.";

    /** Classes that are first used when a call is stopped. */
    private static final List<String> AFTER_A_STOP =
            List.of(
                    "ScriptException",
                    "ScriptTimeoutException",
                    "language.LimitExceededException",
                    "pool.ScriptCall$Verdict",
                    "pool.Strikes$Count",
                    "pool.Watchdog$Account");

    private final FrameReader<ToWorker> in;
    private final Outbox outbox;
    private final Map<Long, Defined> programs = new HashMap<>();

    /** A script, and which originators have exceeded its limits. */
    private record Defined(Program program, Strikes strikes) {}

    WorkerSession(InputStream in, OutputStream out) {
        this.in = FrameReader.inWorker(in);
        this.outbox = new Outbox(out);
    }

    void run() throws IOException {
        if (!(in.next() instanceof ToWorker.Settings(ScriptSettings settings))) {
            throw new IOException("the first frame must be the settings");
        }
        JavaScriptLanguage language = new JavaScriptLanguage(settings.maxResult());
        warmUp(language);
        ScriptPool pool =
                new ScriptPool(settings.withQueue(QUEUE), System::nanoTime, HangPolicy.REPORT);
        ExecutorService checks =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("script-check").factory());
        Heartbeat heartbeat = new Heartbeat(pool, outbox);
        outbox.start();
        outbox.send(new FromWorker.Ready());
        heartbeat.start();
        for (ToWorker frame = in.next(); frame != null; frame = in.next()) {
            switch (frame) {
                case ToWorker.Settings _ -> throw new IOException("settings sent twice");
                case ToWorker.Define(long id, String body, ArgumentNames names) ->
                        programs.put(
                                id,
                                new Defined(
                                        language.program(body, names),
                                        new Strikes(System::nanoTime)));
                case ToWorker.Forget(long id) -> forget(id);
                case ToWorker.Check check ->
                        checks.execute(() -> check(language, check, heartbeat));
                case ToWorker.Call call -> {
                    submit(pool, call);
                    heartbeat.wake();
                }
            }
        }
    }

    /**
     * Loads what the first call needs, so that it does not take longer than the others, and what the end of a call needs
     * that is stopped: a thread that is interrupted while it loads a class closes the jar for a moment, and a class that
     * another thread loads then is not found.
     */
    private static void warmUp(JavaScriptLanguage language) {
        AFTER_A_STOP.forEach(WorkerSession::load);
        FrameWriter ends = new FrameWriter();
        ends.add(WorkerCall.failed(0, FromWorker.Kind.LIMIT, ""));
        ends.add(new FromWorker.Hung(0, FromWorker.Kind.TIMEOUT, ""));
        String body =
                "if (msg.a > 1) { throw new Error('a'); } return {msg: msg, metadata: metadata};";
        language.check(body, ArgumentNames.MESSAGE);
        try (JavaScriptInstance instance =
                (JavaScriptInstance) language.program(body, ArgumentNames.MESSAGE).instantiate()) {
            for (int i = 0; i < 10; i++) {
                instance.call(JavaScriptFunction.JSON, "{\"a\":1}", "{\"b\":\"2\"}", "A");
            }
            instance.call(JavaScriptFunction.JSON, "{\"a\":2}", "{}", "A");
        } catch (ScriptException _) {
            // As intended: an error has been thrown and described.
        }
    }

    private static void load(String name) {
        try {
            Class<?> _ = Class.forName(PACKAGE + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private void submit(ScriptPool pool, ToWorker.Call call) {
        Defined script = programs.get(call.program());
        if (script == null) {
            outbox.send(
                    new FromWorker.Failed(
                            call.id(), FromWorker.Kind.ERROR, "the script is not defined"));
            return;
        }
        pool.submit(
                new ScriptCall<>(
                        script.program,
                        call.tenant(),
                        call.originator(),
                        instance ->
                                new FromWorker.Result(
                                        call.id(),
                                        ((JavaScriptInstance) instance)
                                                .call(
                                                        call.function(),
                                                        call.payload().text(),
                                                        call.metadata(),
                                                        call.type())),
                        new WorkerCall(
                                call.id(),
                                call.originator(),
                                System.nanoTime(),
                                script.strikes,
                                outbox)));
    }

    /** Calls that wait still run; the instances are evicted afterwards. */
    private void forget(long id) {
        Defined script = programs.remove(id);
        if (script != null) {
            script.program.close();
        }
    }

    private void check(JavaScriptLanguage language, ToWorker.Check check, Heartbeat heartbeat) {
        heartbeat.checking(check.id());
        outbox.send(answer(language, check));
        heartbeat.checking(Heartbeat.NO_CHECK);
    }

    private static FromWorker answer(JavaScriptLanguage language, ToWorker.Check check) {
        try {
            language.check(check.body(), check.names());
            return new FromWorker.Result(check.id(), null);
        } catch (InvalidConfigurationException e) {
            return WorkerCall.failed(
                    check.id(), FromWorker.Kind.ERROR, String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError _) {
            return WorkerCall.failed(
                    check.id(),
                    FromWorker.Kind.LIMIT,
                    "script: compiling it requires more memory than is available");
        } catch (RuntimeException | Error e) {
            return WorkerCall.failed(
                    check.id(), FromWorker.Kind.ERROR, "script: it does not compile: " + e);
        }
    }
}
