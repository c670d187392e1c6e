// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import java.util.concurrent.CompletionStage;

/**
 * Takes in time series. Writes of one entity become visible in the order in which they were given. While the store
 * cannot be reached, its answers wait; they do not fail.
 */
public interface TimeseriesStore {

    /**
     * Stores the points of one message, all or none.
     *
     * @return completes when they are on disk; fails with {@link StoreException} when they can never be
     */
    CompletionStage<Void> save(TimeseriesWrite write);
}
