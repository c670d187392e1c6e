// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static io.millrace.rule.store.Aggregation.AVG;
import static io.millrace.rule.store.Aggregation.COUNT;
import static io.millrace.rule.store.Aggregation.MAX;
import static io.millrace.rule.store.Aggregation.MIN;
import static io.millrace.rule.store.Aggregation.NONE;
import static io.millrace.rule.store.Aggregation.SUM;
import static io.millrace.rule.store.TimeseriesReads.Order.ASC;
import static io.millrace.rule.store.TimeseriesReads.Order.DESC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link TimeseriesReads} must do. */
public abstract class TimeseriesReadsContract {

    private static final long TS = 1_763_640_000_000L;

    private TenantId tenant;
    private EntityId device;

    /** The reads under test; the same at each call within a test. */
    protected abstract TimeseriesReads reads();

    /** What is written here, the reads see. */
    protected abstract TimeseriesStore store();

    /** A tenant that the store accepts. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    /** A device of the tenant that the store accepts. */
    protected EntityId newDevice(TenantId owner) {
        return new DeviceId(TimeOrderedUuid.next()).entity();
    }

    @BeforeEach
    final void makeADevice() {
        tenant = newTenant();
        device = newDevice(tenant);
    }

    static Stream<Value> values() {
        return TimeseriesStoreContract.values();
    }

    @ParameterizedTest
    @MethodSource("values")
    void givesEachValueItsType(Value value) {
        save("k", TS, value);

        assertThat(latest("k")).containsExactly(Map.entry("k", new TimedValue(TS, value)));
        assertThat(range("k", TS, TS + 1, 10, ASC, NONE))
                .containsExactly(new TimedValue(TS, value));
    }

    @Test
    void knowsTheLatestValueOfEachKeyThatItIsAskedFor() {
        saveLongs("a", TS, 1, 2);
        saveLongs("b", TS + 5, 3);
        saveLongs("c", TS, 4);

        assertThat(latest("a", "b", "missing"))
                .containsOnly(Map.entry("a", timed(TS + 1, 2)), Map.entry("b", timed(TS + 5, 3)));
        assertThat(latest("missing")).isEmpty();
        assertThat(latest()).isEmpty();
    }

    @Test
    void seesEverySaveThatWasAcknowledged() {
        for (int i = 0; i < 50; i++) {
            saveLongs("k", TS + i, i);

            assertThat(latest("k")).containsExactly(Map.entry("k", timed(TS + i, i)));
            assertThat(range("k", TS, TS + 100, 100, ASC, NONE)).hasSize(i + 1);
        }
    }

    @Test
    void showsNothingToAnotherTenant() {
        saveLongs("k", TS, 1);
        TenantId stranger = newTenant();

        assertThat(await(reads().latest(stranger, device, List.of("k")))).isEmpty();
        assertThat(await(reads().range(stranger, device, query("k", TS, TS + 1, 10, ASC, NONE))))
                .isEmpty();
        assertThat(await(reads().range(stranger, device, query("k", TS, TS + 1, 10, ASC, COUNT))))
                .isEmpty();
    }

    @Test
    void keepsEntitiesApart() {
        saveLongs("k", TS, 1);
        EntityId other = newDevice(tenant);

        assertThat(await(reads().latest(tenant, other, List.of("k")))).isEmpty();
        assertThat(await(reads().range(tenant, other, query("k", TS, TS + 1, 10, ASC, NONE))))
                .isEmpty();
    }

    @Test
    void countsTheBeginningOfTheSpanInAndItsEndOut() {
        saveLongs("k", TS, 1, 2, 3);

        assertThat(range("k", TS, TS + 2, 10, ASC, NONE))
                .containsExactly(timed(TS, 1), timed(TS + 1, 2));
    }

    @Test
    void findsNothingInASpanWithoutLength() {
        saveLongs("k", TS, 1);

        assertThat(range("k", TS, TS, 10, ASC, NONE)).isNull();
        assertThat(range("k", TS + 1, TS, 10, ASC, NONE)).isNull();
    }

    @Test
    void keepsToTheOrder() {
        saveLongs("k", TS, 1, 2, 3);

        assertThat(range("k", TS, TS + 10, 10, ASC, NONE))
                .containsExactly(timed(TS, 1), timed(TS + 1, 2), timed(TS + 2, 3));
        assertThat(range("k", TS, TS + 10, 10, DESC, NONE))
                .containsExactly(timed(TS + 2, 3), timed(TS + 1, 2), timed(TS, 1));
    }

    @Test
    void countsTheLimitFromTheBeginningOfTheOrder() {
        saveLongs("k", TS, 1, 2, 3);

        assertThat(range("k", TS, TS + 10, 2, ASC, NONE))
                .containsExactly(timed(TS, 1), timed(TS + 1, 2));
        assertThat(range("k", TS, TS + 10, 1, DESC, NONE)).containsExactly(timed(TS + 2, 3));
    }

    @Test
    void limitsEachKeyAlone() {
        saveLongs("a", TS, 1, 2, 3);
        saveLongs("b", TS + 1, 4, 5, 6);
        Range range = new Range(List.of("a", "b", "none"), TS, TS + 10, 2, ASC, NONE);

        assertThat(await(reads().range(tenant, device, range)))
                .containsOnly(
                        Map.entry("a", List.of(timed(TS, 1), timed(TS + 1, 2))),
                        Map.entry("b", List.of(timed(TS + 1, 4), timed(TS + 2, 5))));
    }

    @Test
    void findsNothingWhereNoKeyIsAskedFor() {
        saveLongs("k", TS, 1);
        Range range = new Range(List.of(), TS, TS + 10, 2, ASC, NONE);

        assertThat(await(reads().range(tenant, device, range))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("aggregations")
    void aggregates(Aggregation aggregation, List<Value> values, @Nullable Value expected) {
        for (int i = 0; i < values.size(); i++) {
            save("k", TS + i, values.get(i));
        }

        List<TimedValue> found = range("k", TS, TS + 100, 1, ASC, aggregation);

        if (expected == null) {
            assertThat(found).isNull();
        } else {
            assertThat(found).containsExactly(new TimedValue(TS + 50, expected));
        }
    }

    static Stream<Arguments> aggregations() {
        List<Value> wholes = List.of(new LongValue(6), new LongValue(-2), new LongValue(5));
        List<Value> fractions = List.of(new DoubleValue(0.5), new DoubleValue(2.5));
        List<Value> numbers = List.of(new LongValue(1), new DoubleValue(2.5), new LongValue(4));
        List<Value> texts =
                List.of(new StringValue("a"), new StringValue("B"), new StringValue("10"));
        List<Value> flags = List.of(new BooleanValue(true), new BooleanValue(false));
        List<Value> documents = List.of(new JsonValue("{\"a\":1}"), new JsonValue("[2]"));
        List<Value> mixed =
                List.of(
                        new BooleanValue(true),
                        new LongValue(3),
                        new StringValue("100"),
                        new JsonValue("[7]"),
                        new LongValue(5));
        List<Value> great = List.of(new LongValue(Long.MAX_VALUE), new LongValue(1));
        return Stream.of(
                arguments(MIN, wholes, new LongValue(-2)),
                arguments(MAX, wholes, new LongValue(6)),
                arguments(SUM, wholes, new LongValue(9)),
                arguments(AVG, wholes, new DoubleValue(3)),
                arguments(COUNT, wholes, new LongValue(3)),
                arguments(MIN, fractions, new DoubleValue(0.5)),
                arguments(MAX, fractions, new DoubleValue(2.5)),
                arguments(SUM, fractions, new DoubleValue(3)),
                arguments(AVG, fractions, new DoubleValue(1.5)),
                arguments(COUNT, fractions, new LongValue(2)),
                arguments(MIN, numbers, new DoubleValue(1)),
                arguments(MAX, numbers, new DoubleValue(4)),
                arguments(SUM, numbers, new DoubleValue(7.5)),
                arguments(AVG, numbers, new DoubleValue(2.5)),
                arguments(MIN, texts, new StringValue("10")),
                arguments(MAX, texts, new StringValue("a")),
                arguments(SUM, texts, null),
                arguments(AVG, texts, null),
                arguments(COUNT, texts, new LongValue(3)),
                arguments(MIN, flags, null),
                arguments(SUM, flags, null),
                arguments(COUNT, flags, new LongValue(2)),
                arguments(MAX, documents, null),
                arguments(COUNT, documents, new LongValue(2)),
                arguments(MIN, mixed, new LongValue(3)),
                arguments(MAX, mixed, new LongValue(5)),
                arguments(SUM, mixed, new LongValue(8)),
                arguments(AVG, mixed, new DoubleValue(4)),
                arguments(COUNT, mixed, new LongValue(5)),
                arguments(MAX, great, new LongValue(Long.MAX_VALUE)),
                arguments(SUM, great, new DoubleValue(0x1p63)));
    }

    @Test
    void aggregatesNothingOutsideTheSpan() {
        saveLongs("k", TS, 1, 2, 3, 4);

        assertThat(range("k", TS + 1, TS + 3, 1, DESC, SUM)).containsExactly(timed(TS + 2, 5));
    }

    @ParameterizedTest
    @EnumSource(Aggregation.class)
    void aggregatesNoValuesToNone(Aggregation aggregation) {
        saveLongs("k", TS, 1);

        assertThat(range("k", TS + 1, TS + 10, 10, ASC, aggregation)).isNull();
        assertThat(range("missing", TS, TS + 10, 10, ASC, aggregation)).isNull();
    }

    @Test
    void aggregatesEachKeyAlone() {
        saveLongs("a", TS, 1, 2);
        saveLongs("b", TS, 10);
        Range range = new Range(List.of("a", "b", "none"), TS, TS + 10, 1, ASC, SUM);

        assertThat(await(reads().range(tenant, device, range)))
                .containsOnly(
                        Map.entry("a", List.of(timed(TS + 5, 3))),
                        Map.entry("b", List.of(timed(TS + 5, 10))));
    }

    private void saveLongs(String key, long from, long... values) {
        for (int i = 0; i < values.length; i++) {
            save(key, from + i, new LongValue(values[i]));
        }
    }

    private void save(String key, long ts, Value value) {
        TimeseriesPoint point = new TimeseriesPoint(ts, List.of(new KeyValue(key, value)));
        await(store().save(new TimeseriesWrite(tenant, device, List.of(point), true, true)));
    }

    private Map<String, TimedValue> latest(String... keys) {
        return await(reads().latest(tenant, device, List.of(keys)));
    }

    /** The values of one key, or null where it has none. */
    private @Nullable List<TimedValue> range(
            String key, long from, long to, int limit, Order order, Aggregation aggregation) {
        return await(reads().range(tenant, device, query(key, from, to, limit, order, aggregation)))
                .get(key);
    }

    private static Range query(
            String key, long from, long to, int limit, Order order, Aggregation aggregation) {
        return new Range(List.of(key), from, to, limit, order, aggregation);
    }

    private static TimedValue timed(long ts, long value) {
        return new TimedValue(ts, new LongValue(value));
    }

    private static <T> T await(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
