// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.store.alarm.AlarmRetention;
import io.millrace.server.store.timeseries.RetentionSweep;

/** Meters of the deletion of time series and alarms whose retention time has ended, by this instance. */
final class RetentionMeters implements MeterBinder {

    private static final double MILLIS_PER_SECOND = 1000;

    private final RetentionSweep sweep;
    private final AlarmRetention alarms;

    RetentionMeters(RetentionSweep sweep, AlarmRetention alarms) {
        this.sweep = sweep;
        this.alarms = alarms;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(
                        "millrace.retention.rows.deleted", sweep, s -> s.statistics().rowsDeleted())
                .description("Rows of time series that were deleted because their time had ended")
                .register(registry);
        FunctionCounter.builder(
                        "millrace.retention.alarms.deleted", alarms, AlarmRetention::deleted)
                .description("Alarms that were deleted because their time had ended")
                .register(registry);
        FunctionCounter.builder(
                        "millrace.retention.partitions.emptied",
                        sweep,
                        s -> s.statistics().partitionsEmptied())
                .description("Partitions of time series that were emptied as a whole")
                .register(registry);
        Gauge.builder(
                        "millrace.retention.overdue",
                        sweep,
                        s -> s.statistics().overdue().toMillis() / MILLIS_PER_SECOND)
                .description(
                        "For how long the oldest row had been due that the current run has found; 0 between runs")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder(
                        "millrace.retention.last.run.timestamp",
                        sweep,
                        s -> s.statistics().lastRun().toEpochMilli() / MILLIS_PER_SECOND)
                .description(
                        "When the latest complete run ended, in seconds since 1970; 0 if none has")
                .baseUnit("seconds")
                .register(registry);
    }
}
