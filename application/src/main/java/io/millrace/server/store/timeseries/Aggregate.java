// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.Aggregation;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Aggregates a sequence of values. Used by one thread. */
final class Aggregate {

    private final Aggregation aggregation;
    private long values;
    private long numbers;
    private boolean whole = true;
    private BigInteger wholeSum = BigInteger.ZERO;
    private double sum;
    private long wholeExtreme;
    private double extreme;
    private @Nullable String textExtreme;

    /** Creates an aggregate; the aggregation must not be {@link Aggregation#NONE}. */
    Aggregate(Aggregation aggregation) {
        this.aggregation = aggregation;
    }

    void add(Value value) {
        values++;
        switch (value) {
            case LongValue(long number) -> {
                wholeSum = wholeSum.add(BigInteger.valueOf(number));
                wholeExtreme = numbers == 0 ? number : extremeOf(wholeExtreme, number);
                addNumber((double) number);
            }
            case DoubleValue(double number) -> {
                whole = false;
                addNumber(number);
            }
            case StringValue(String text) ->
                    textExtreme = textExtreme == null ? text : extremeOf(textExtreme, text);
            case BooleanValue _, JsonValue _ -> {
                // These values are only counted.
            }
        }
    }

    private void addNumber(double number) {
        extreme =
                numbers == 0
                        ? number
                        : aggregation == Aggregation.MIN
                                ? Math.min(extreme, number)
                                : Math.max(extreme, number);
        sum += number;
        numbers++;
    }

    private long extremeOf(long one, long other) {
        return aggregation == Aggregation.MIN ? Math.min(one, other) : Math.max(one, other);
    }

    /** Compares by code points, not by UTF-16 units. */
    private String extremeOf(String one, String other) {
        int order = Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
        return order < 0 == (aggregation == Aggregation.MIN) ? one : other;
    }

    /** Returns the aggregated value; empty if there was no value to aggregate. */
    Optional<Value> result() {
        return switch (aggregation) {
            case COUNT -> values == 0 ? Optional.empty() : Optional.of(new LongValue(values));
            case SUM -> numbers == 0 ? Optional.empty() : Optional.of(sumOfAll());
            case AVG ->
                    numbers == 0 ? Optional.empty() : Optional.of(new DoubleValue(sum / numbers));
            case MIN, MAX -> extremeOfAll();
            case NONE -> throw new IllegalStateException("aggregation NONE has no result");
        };
    }

    private Value sumOfAll() {
        if (!whole) {
            return new DoubleValue(sum);
        }
        return wholeSum.bitLength() < Long.SIZE
                ? new LongValue(wholeSum.longValueExact())
                : new DoubleValue(wholeSum.doubleValue());
    }

    private Optional<Value> extremeOfAll() {
        if (numbers == 0) {
            return Optional.ofNullable(textExtreme).map(StringValue::new);
        }
        return Optional.of(whole ? new LongValue(wholeExtreme) : new DoubleValue(extreme));
    }
}
