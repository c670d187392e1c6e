// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.queue.memory.MemoryQueue;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One operation: a message is submitted to the memory queue, starts, ends, and its sender is notified. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class LaneBenchmark {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);

    private final RuleMessage[] messages = Messages.all();
    private final MemoryQueue queue =
            new MemoryQueue(
                    new QueueRegistry(QueueDefinition.DEFAULTS),
                    LaneSettings.forHeap(512 << 20),
                    new NoStore(),
                    LaneEngine.Environment.of(
                            new NoStore(),
                            QueueListener.NONE,
                            _ -> 1,
                            new StandstillClock(System::nanoTime)));
    private int next;
    private long told;

    @Setup
    public void start() {
        queue.start(attempt -> attempt.end(DONE));
    }

    @TearDown
    public void stop() {
        queue.close();
    }

    @Benchmark
    public Admission submitAndEnd() {
        Receipt receipt = () -> told++;
        next = (next + 1) % messages.length;
        return queue.submit(messages[next], Source.DEVICE, receipt);
    }

    private static final class NoStore implements InFlightStore, DeadLetterStore {

        @Override
        public CompletionStage<Void> put(InFlight delivery) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Void> remove(UUID deliveryId) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void read(Consumer<List<InFlight>> page) {}

        @Override
        public CompletionStage<@Nullable RuleMessage> load(UUID deliveryId) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Void> add(DeadLetter letter) {
            return CompletableFuture.completedStage(null);
        }
    }
}
