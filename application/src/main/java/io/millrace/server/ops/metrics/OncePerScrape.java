// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.google.common.base.Suppliers;
import java.util.function.Supplier;

/** Reads figures that several meters share once for all of them, so that the figures of a scrape are consistent. */
final class OncePerScrape {

    private static final long KEPT_MILLIS = 500;

    private OncePerScrape() {}

    /** Returns a supplier that keeps each result for half a second. */
    static <T> Supplier<T> of(Supplier<T> figures) {
        return Suppliers.memoizeWithExpiration(figures::get, KEPT_MILLIS, MILLISECONDS);
    }
}
