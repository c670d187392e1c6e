// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesWrite;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the time series writes of nodes. */
public final class RecordedTimeseries implements TimeseriesStore {

    private final List<TimeseriesWrite> writes = new CopyOnWriteArrayList<>();
    private final Fault fault = new Fault();

    @Override
    public CompletionStage<Void> save(TimeseriesWrite write) {
        return fault.or(() -> {
            for (TimeseriesPoint point : write.points()) {
                for (KeyValue value : point.values()) {
                    Keys.check(value.key());
                }
            }
            writes.add(write);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Makes every later write fail. */
    public void failWith(RuntimeException error) {
        fault.set(error);
    }

    /** Returns the writes so far, in their order. */
    public List<TimeseriesWrite> writes() {
        return List.copyOf(writes);
    }
}
