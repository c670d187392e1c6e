// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/** What a message costs that is kept, in addition to one that is not, without the database. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class KeptRowsBenchmark {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final String DATA = "{\"temperature\":21.5,\"humidity\":40,\"open\":false}";

    @Param({"2", "11"})
    private int nodes;

    private DeliveryEnd end = HistoryMessages.passed(HistoryMessages.message(TENANT, DATA), 0, 1);

    @Setup
    public void deliver() {
        end = HistoryMessages.passed(end.message(), nodes, 1_700_000_000_000L);
    }

    /** In the thread in which the delivery ends. */
    @Benchmark
    public long size() {
        return KeptRows.bytesOf(end);
    }

    /** In the thread that writes. */
    @Benchmark
    public Object rows() {
        return KeptRows.of(end);
    }

    @Benchmark
    public Object content() {
        return StoredContent.of(end.message());
    }
}
