// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.util.List;

/** The values of a figure in several rounds; those that are not known are left out. */
final class Values {

    static final Values NONE = new Values(List.of());

    private final List<Double> sorted;

    Values(List<Double> values) {
        this.sorted = values.stream().filter(Double::isFinite).sorted().toList();
    }

    boolean isEmpty() {
        return sorted.isEmpty();
    }

    int count() {
        return sorted.size();
    }

    /** The middle one, or the mean of the two in the middle; NaN without any. */
    double median() {
        int size = sorted.size();
        return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }

    double least() {
        return sorted.isEmpty() ? Double.NaN : sorted.getFirst();
    }

    double greatest() {
        return sorted.isEmpty() ? Double.NaN : sorted.getLast();
    }

    double sum() {
        return sorted.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The ratio of this median to another one; NaN if one is not known. */
    double ratioTo(Values other) {
        return other.median() == 0 ? Double.NaN : median() / other.median();
    }
}
