// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import static io.millrace.server.store.history.HistoryMessages.CHAIN;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import io.millrace.server.runtime.path.PathRing;
import io.millrace.server.store.history.HistoryMessages;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.store.history.LiveWatches;
import io.millrace.server.store.history.MessageWatch;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/**
 * What the end of each delivery costs, although its message is not kept: its path goes into the ring, and the decision
 * looks at all its nodes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class NotKeptBenchmark {

    private static final int DELIVERIES = 1_024;
    private static final long RING_BYTES = 32L << 20;
    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final String DATA = "{\"temperature\":21.5,\"humidity\":40,\"open\":false}";

    @Param({"2", "11"})
    private int nodes;

    private final PathRing ring = new PathRing(RING_BYTES);
    private final KeptDecision decision = new KeptDecision(TimeUnit.SECONDS.toNanos(1));

    /** Of the same tenant, but of another device. */
    private final LiveWatches others =
            new LiveWatches(
                    List.of(
                            new MessageWatch(
                                    TENANT,
                                    new EntityId(EntityType.DEVICE, new UUID(9, 9)),
                                    Long.MAX_VALUE,
                                    null,
                                    false)));

    private final LiveWatches chain =
            new LiveWatches(
                    List.of(new MessageWatch(TENANT, CHAIN.entity(), Long.MAX_VALUE, null, false)));

    private DeliveryEnd[] ends = {};
    private int last;

    @Setup
    public void deliver() {
        RuleMessage message = HistoryMessages.message(TENANT, DATA);
        ends =
                IntStream.range(0, DELIVERIES)
                        .mapToObj(i ->
                                HistoryMessages.passed(
                                        i % 10 == 0
                                                ? HistoryMessages.message(TENANT, DATA)
                                                : message,
                                        nodes,
                                        1_700_000_000_000L + i))
                        .toArray(DeliveryEnd[]::new);
    }

    private DeliveryEnd next() {
        last = (last + 1) % DELIVERIES;
        return ends[last];
    }

    @Benchmark
    public DeliveryEnd path() {
        DeliveryEnd end = next();
        ring.ended(end);
        return end;
    }

    @Benchmark
    public Set<KeptReason> decision() {
        return decision.reasons(next(), null);
    }

    @Benchmark
    public Set<KeptReason> decisionBesideAWatch() {
        return decision.reasons(next(), others);
    }

    /** The only one that is kept. */
    @Benchmark
    public Set<KeptReason> decisionOfAWatch() {
        return decision.reasons(next(), chain);
    }
}
