// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.util.Locale;

/**
 * A column of a table.
 *
 * @param title with its unit
 * @param decimals number of decimals
 * @param spread whether least and greatest are shown beside the median
 * @param compared whether the ratio of the medians of two jars is shown
 * @param summed whether the sum of the rounds is shown, not their median
 */
record Figure(String title, int decimals, boolean spread, boolean compared, boolean summed) {

    static Figure of(String title, int decimals) {
        return new Figure(title, decimals, false, false, false);
    }

    Figure withSpread() {
        return new Figure(title, decimals, true, compared, summed);
    }

    Figure withRatio() {
        return new Figure(title, decimals, spread, true, summed);
    }

    Figure asSum() {
        return new Figure(title, decimals, spread, compared, true);
    }

    /** The text of a value. */
    String text(double value) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%,." + decimals + "f", value)
                : "-";
    }

    /** The text of the values of all rounds. */
    String text(Values values) {
        if (values.isEmpty()) {
            return "-";
        }
        if (summed) {
            return text(values.sum());
        }
        return spread && values.count() > 1
                ? "%s (%s to %s)"
                        .formatted(
                                text(values.median()),
                                text(values.least()),
                                text(values.greatest()))
                : text(values.median());
    }
}
