// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.rule.store.StoreException;

/** Counts the characters of the values of one answer, which is held in memory. Used by one thread. */
final class AnswerSize {

    /** The largest answer, in characters of its values. */
    static final long MAX = 32L * 1024 * 1024;

    private long size;

    /**
     * Counts a value.
     *
     * @throws StoreException if the answer becomes too large
     */
    void add(String value) {
        size += value.length();
        if (size > MAX) {
            throw new StoreException(
                    "the values of the range have more than %d characters; ask for fewer keys, a shorter range or a "
                                    .formatted(MAX)
                            + "lower limit");
        }
    }
}
