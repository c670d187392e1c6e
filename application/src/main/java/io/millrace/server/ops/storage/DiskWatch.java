// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.platform.periodic.PeriodicTask;
import java.time.Duration;
import java.util.Optional;

/** Has the disk of the embedded PostgreSQL checked every second, and measures it; does nothing without such a disk. */
final class DiskWatch implements MeterBinder, AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Optional<DiskGuard> guard;
    private final Optional<PeriodicTask> checks;

    private DiskWatch(Optional<DiskGuard> guard) {
        this.guard = guard;
        this.checks = guard.map(of -> new PeriodicTask("disk-check", INTERVAL, of::check));
    }

    /** Checks a disk before it returns, and from then on. */
    static DiskWatch of(DiskGuard guard) {
        guard.check();
        DiskWatch watch = new DiskWatch(Optional.of(guard));
        watch.checks.ifPresent(task -> task.start(INTERVAL));
        return watch;
    }

    static DiskWatch ofNoDisk() {
        return new DiskWatch(Optional.empty());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        guard.ifPresent(of ->
                Gauge.builder("millrace.storage.free", of, DiskGuard::free)
                        .description("Free bytes on the disk of the embedded PostgreSQL")
                        .baseUnit("bytes")
                        .register(registry));
    }

    @Override
    public void close() {
        checks.ifPresent(PeriodicTask::stop);
    }
}
