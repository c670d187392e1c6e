// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.rule.store.TimeseriesReads;
import io.millrace.rule.store.TimeseriesReadsContract;
import io.millrace.rule.store.TimeseriesStore;

class InMemoryTimeseriesReadsTest extends TimeseriesReadsContract {

    private final InMemoryTimeseriesStore store = new InMemoryTimeseriesStore();
    private final InMemoryTimeseriesReads reads = new InMemoryTimeseriesReads(store);

    @Override
    protected TimeseriesReads reads() {
        return reads;
    }

    @Override
    protected TimeseriesStore store() {
        return store;
    }
}
