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

/** What becomes of values that come one after the other. Used by one thread. */
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

    /** An aggregation other than {@link Aggregation#NONE}. */
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
                // They are only counted.
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

    /** By code points, not by the halves of pairs. */
    private String extremeOf(String one, String other) {
        int order = Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
        return order < 0 == (aggregation == Aggregation.MIN) ? one : other;
    }

    /** The value, or empty where there is nothing to aggregate. */
    Optional<Value> result() {
        return switch (aggregation) {
            case COUNT -> values == 0 ? Optional.empty() : Optional.of(new LongValue(values));
            case SUM -> numbers == 0 ? Optional.empty() : Optional.of(sumOfAll());
            case AVG ->
                    numbers == 0 ? Optional.empty() : Optional.of(new DoubleValue(sum / numbers));
            case MIN, MAX -> extremeOfAll();
            case NONE -> throw new IllegalStateException("nothing is aggregated");
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
