// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import java.util.concurrent.CompletionStage;

/**
 * Stores time series. Writes of one entity become visible in the order of the calls. While the store is unavailable,
 * its stages stay incomplete; they do not fail.
 */
public interface TimeseriesStore {

    /**
     * Stores the points of one message, all or none.
     *
     * @return completes when they are on disk; fails with {@link StoreException} if they can never be stored
     */
    CompletionStage<Void> save(TimeseriesWrite write);
}
