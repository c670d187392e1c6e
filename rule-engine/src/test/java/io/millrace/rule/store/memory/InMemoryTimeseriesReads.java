// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.rule.store.TimeseriesWrite;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** Reads from a store in memory by a scan of all its writes. */
public final class InMemoryTimeseriesReads implements TimeseriesReads {

    private static final Comparator<String> BY_CODE_POINTS =
            Comparator.comparing(
                    text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final InMemoryTimeseriesStore store;
    private RuntimeException failure;

    public InMemoryTimeseriesReads(InMemoryTimeseriesStore store) {
        this.store = store;
    }

    @Override
    public synchronized CompletionStage<Map<String, TimedValue>> latest(
            TenantId tenant, EntityId entity, Collection<String> keys) {
        if (failure != null) {
            return CompletableFuture.failedStage(failure);
        }
        Map<String, TimedValue> latest = new HashMap<>();
        writesOf(tenant, entity)
                .filter(TimeseriesWrite::latest)
                .flatMap(write -> write.points().stream())
                .forEach(point -> {
                    for (KeyValue value : point.values()) {
                        latest.merge(
                                value.key(),
                                new TimedValue(point.ts(), value.value()),
                                (old, now) -> now.ts() >= old.ts() ? now : old);
                    }
                });
        latest.keySet().retainAll(List.copyOf(keys));
        return CompletableFuture.completedStage(latest);
    }

    @Override
    public synchronized CompletionStage<Map<String, List<TimedValue>>> range(
            TenantId tenant, EntityId entity, Range range) {
        if (failure != null) {
            return CompletableFuture.failedStage(failure);
        }
        Map<String, List<TimedValue>> found = new LinkedHashMap<>();
        for (String key : range.keys()) {
            NavigableMap<Long, Value> values = history(tenant, entity, key);
            List<TimedValue> result =
                    range.startTs() >= range.endTs()
                            ? List.of()
                            : result(
                                    values.subMap(range.startTs(), true, range.endTs(), false),
                                    range);
            if (!result.isEmpty()) {
                found.put(key, result);
            }
        }
        return CompletableFuture.completedStage(found);
    }

    /** Lets every later read fail, or none where the error is null. */
    public synchronized void failWith(RuntimeException error) {
        failure = error;
    }

    private Stream<TimeseriesWrite> writesOf(TenantId tenant, EntityId entity) {
        return store.writes().stream()
                .filter(write -> write.tenant().equals(tenant) && write.entity().equals(entity));
    }

    private NavigableMap<Long, Value> history(TenantId tenant, EntityId entity, String key) {
        NavigableMap<Long, Value> values = new TreeMap<>();
        writesOf(tenant, entity)
                .filter(TimeseriesWrite::history)
                .flatMap(write -> write.points().stream())
                .forEach(point -> valueOf(point, key).ifPresent(v -> values.put(point.ts(), v)));
        return values;
    }

    private static Optional<Value> valueOf(TimeseriesPoint point, String key) {
        return point.values().stream()
                .filter(value -> value.key().equals(key))
                .map(KeyValue::value)
                .findAny();
    }

    private static List<TimedValue> result(NavigableMap<Long, Value> values, Range range) {
        if (range.aggregation() == Aggregation.NONE) {
            NavigableMap<Long, Value> ordered =
                    range.order() == Order.ASC ? values : values.descendingMap();
            return ordered.entrySet().stream()
                    .limit(range.limit())
                    .map(entry -> new TimedValue(entry.getKey(), entry.getValue()))
                    .toList();
        }
        long middle = range.startTs() + (range.endTs() - range.startTs()) / 2;
        return aggregate(range.aggregation(), values.values())
                .map(value -> new TimedValue(middle, value))
                .stream()
                .toList();
    }

    private static Optional<Value> aggregate(Aggregation aggregation, Collection<Value> values) {
        List<Long> wholes =
                values.stream()
                        .filter(LongValue.class::isInstance)
                        .map(value -> ((LongValue) value).value())
                        .toList();
        List<Double> numbers =
                values.stream()
                        .filter(value -> value instanceof LongValue || value instanceof DoubleValue)
                        .map(value -> Double.valueOf(value.asText()))
                        .toList();
        boolean whole = wholes.size() == numbers.size();
        return switch (aggregation) {
            case COUNT ->
                    Optional.of(values.size())
                            .filter(count -> count > 0)
                            .map(count -> new LongValue(count));
            case AVG ->
                    numbers.isEmpty()
                            ? Optional.empty()
                            : Optional.of(
                                    new DoubleValue(
                                            numbers.stream().mapToDouble(n -> n).sum()
                                                    / numbers.size()));
            case SUM ->
                    whole
                            ? wholes.stream()
                                    .map(BigInteger::valueOf)
                                    .reduce(BigInteger::add)
                                    .map(InMemoryTimeseriesReads::wholeOrFraction)
                            : numbers.stream().reduce(Double::sum).map(DoubleValue::new);
            case MIN ->
                    extreme(
                            whole,
                            wholes,
                            numbers,
                            values,
                            Math::min,
                            Math::min,
                            BinaryOperator.minBy(BY_CODE_POINTS));
            case MAX ->
                    extreme(
                            whole,
                            wholes,
                            numbers,
                            values,
                            Math::max,
                            Math::max,
                            BinaryOperator.maxBy(BY_CODE_POINTS));
            case NONE -> throw new AssertionError("nothing to aggregate");
        };
    }

    private static Value wholeOrFraction(BigInteger sum) {
        return sum.bitLength() < Long.SIZE
                ? new LongValue(sum.longValueExact())
                : new DoubleValue(sum.doubleValue());
    }

    private static Optional<Value> extreme(
            boolean whole,
            List<Long> wholes,
            List<Double> numbers,
            Collection<Value> values,
            BinaryOperator<Long> ofWholes,
            BinaryOperator<Double> ofNumbers,
            BinaryOperator<String> ofTexts) {
        if (numbers.isEmpty()) {
            return values.stream()
                    .filter(StringValue.class::isInstance)
                    .map(Value::asText)
                    .reduce(ofTexts)
                    .map(StringValue::new);
        }
        return whole
                ? wholes.stream().reduce(ofWholes).map(LongValue::new)
                : numbers.stream().reduce(ofNumbers).map(DoubleValue::new);
    }
}
