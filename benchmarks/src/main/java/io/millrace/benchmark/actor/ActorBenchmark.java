// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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

/** One operation: a message from one actor to another, or the life of a child; see {@link Workload}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ActorBenchmark {

    private static final int MESSAGES = 100_000;
    private static final int PATIENCE_SECONDS = 60;

    @Param private Workload workload = Workload.PING_PONG;

    @Param private Library library = Library.MILLRACE;

    private @Nullable ActorLibrary opened;
    private List<Consumer<Batch>> actors = List.of();

    @Setup
    public void open() {
        opened = library.open();
        actors = workload.actorsOn(opened);
    }

    @TearDown
    public void close() {
        if (opened != null) {
            opened.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void messages() throws InterruptedException {
        int units = MESSAGES / workload.messagesPerUnit();
        int count = actors.size();
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            actors.get(i).accept(new Batch(units * (i + 1) / count - units * i / count, done));
        }
        if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "%s on %s has not ended within %d s"
                            .formatted(workload, library, PATIENCE_SECONDS));
        }
    }
}
