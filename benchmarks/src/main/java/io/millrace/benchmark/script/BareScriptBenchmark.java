// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.script;

import io.millrace.benchmark.Messages;
import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ScriptLanguage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One operation: a compiled script processes a message in the calling thread, including the conversion of the arguments
 * and the check of the result. The difference to {@link ScriptBenchmark} is the cost of the pool.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class BareScriptBenchmark {

    @Param({"TBEL", "JS"})
    private ScriptLanguage language = ScriptLanguage.TBEL;

    private final RuleMessage[] messages = Messages.all();
    private int next;
    private @Nullable BareScript filter;
    private @Nullable BareScript transformation;

    @Setup
    public void compile() {
        filter = BareScript.compile(language, ScriptBenchmark.FILTER);
        transformation = BareScript.compile(language, ScriptBenchmark.TRANSFORMATION);
    }

    @TearDown
    public void stop() {
        compiled(filter).close();
        compiled(transformation).close();
    }

    @Benchmark
    public boolean filter() {
        return compiled(filter).filter(message());
    }

    @Benchmark
    public List<RuleMessage> transform() {
        return compiled(transformation).transform(message());
    }

    private RuleMessage message() {
        next = (next + 1) % messages.length;
        return messages[next];
    }

    private static BareScript compiled(@Nullable BareScript script) {
        if (script == null) {
            throw new IllegalStateException("not compiled");
        }
        return script;
    }
}
