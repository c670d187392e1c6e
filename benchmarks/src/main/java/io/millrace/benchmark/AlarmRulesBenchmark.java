// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.rule.node.NodeResult;
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
 * One operation: a message with three values through the device profile node, for one of 100,000 devices. The difference
 * between five alarm rules and none is what the rules add to a message.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
public class AlarmRulesBenchmark {

    private static final int DEVICES = 100_000;

    @Param({"0", "5"})
    private int rules;

    private @Nullable RuledDevices devices;
    private int next;
    private long ts = System.currentTimeMillis();

    @Setup
    public void start() {
        RuledDevices started = new RuledDevices(rules > 0);
        for (int i = 0; i < DEVICES; i++) {
            started.process(i, ts);
        }
        devices = started;
    }

    @TearDown
    public void stop() {
        if (devices != null) {
            devices.close();
        }
    }

    @Benchmark
    public NodeResult message() {
        if (devices == null) {
            throw new IllegalStateException("not started");
        }
        next++;
        if (next == DEVICES) {
            next = 0;
            ts++;
        }
        return devices.process(next, ts);
    }
}
