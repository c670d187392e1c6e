// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.util.UUID;

/**
 * How long the rows of an entity and shape are kept.
 *
 * @param minutes from the timestamp of a row, 1 or more
 */
record SeriesLifetime(UUID entity, int shapeId, int minutes) {

    static final long MILLIS_PER_MINUTE = 60_000;

    /** Rows with earlier timestamps are due for deletion. */
    long cutoff(long now) {
        return now - minutes * MILLIS_PER_MINUTE;
    }
}
