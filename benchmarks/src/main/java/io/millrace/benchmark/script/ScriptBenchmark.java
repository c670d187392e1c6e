// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.script;

import io.millrace.benchmark.Messages;
import io.millrace.message.RuleMessage;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.engine.ScriptEngines;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One operation: a script processes a message in the engine, including the queue before the threads, the watchdog and
 * the limits, and for JavaScript the way to its process and back. {@link BareScriptBenchmark} measures the scripts
 * without these.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ScriptBenchmark {

    private static final int BATCH = 10_000;
    private static final int WINDOW = 2_000;
    static final String FILTER = "return msg.temperature > -300;";
    static final String TRANSFORMATION =
            "msg.fahrenheit = msg.temperature * 1.8 + 32; metadata.unit = 'F'; "
                    + "return {msg: msg, metadata: metadata, msgType: msgType};";

    @Param({"TBEL", "JS"})
    private ScriptLanguage language = ScriptLanguage.TBEL;

    /** Threads that run scripts. */
    @Param("2")
    private int threads = 2;

    private final RuleMessage[] messages = Messages.all();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private @Nullable ScriptEngines engines;
    private @Nullable Script filter;
    private @Nullable Script transformation;

    @Setup
    public void compile() {
        ScriptEngines started = new ScriptEngines(ScriptSettings.defaults().withThreads(threads));
        engines = started;
        filter = started.compile(language, FILTER);
        transformation = started.compile(language, TRANSFORMATION);
    }

    @TearDown
    public void stop() {
        if (engines != null) {
            engines.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void filter() throws InterruptedException {
        Script script = compiled(filter);
        run(script::filter);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void transform() throws InterruptedException {
        Script script = compiled(transformation);
        run(script::transform);
    }

    /** One call at a time, each of which waits for the one before: threads and pipes are idle when it starts. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object filterAlone() {
        return compiled(filter).filter(messages[0]).toCompletableFuture().join();
    }

    /** As the other one. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object transformAlone() {
        return compiled(transformation).transform(messages[0]).toCompletableFuture().join();
    }

    private static Script compiled(@Nullable Script script) {
        if (script == null) {
            throw new IllegalStateException("not compiled");
        }
        return script;
    }

    /** Waits for whole windows: waking the producer for each call that ends would dominate the result. */
    private void run(Function<RuleMessage, CompletionStage<?>> script) throws InterruptedException {
        for (int i = 0; i < BATCH; i += WINDOW) {
            CountDownLatch ended = new CountDownLatch(WINDOW);
            for (int j = 0; j < WINDOW; j++) {
                var _ =
                        script.apply(messages[j % messages.length])
                                .whenComplete((_, error) -> end(ended, error));
            }
            ended.await();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a script failed", failure.get());
        }
    }

    private void end(CountDownLatch ended, @Nullable Throwable error) {
        if (error != null) {
            failure.set(error);
        }
        ended.countDown();
    }
}
