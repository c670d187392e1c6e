// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.settings.StorageSettings;
import io.millrace.server.platform.start.DataDirectory;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Beans that watch the disk of the embedded PostgreSQL. The disk of an external one is on another machine. */
@Configuration(proxyBeanMethods = false)
@Conditional(DiskConfiguration.EmbeddedDatabase.class)
class DiskConfiguration {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** True if the service starts its own PostgreSQL. */
    static final class EmbeddedDatabase implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return context.getEnvironment().getProperty("spring.datasource.url", "").isBlank();
        }
    }

    @Bean
    DiskGuard diskGuard(DataDirectory directory, StorageSettings settings, StorageHealth health)
            throws IOException {
        Path path = directory.path();
        FileStore store = Files.getFileStore(path);
        DiskGuard.Disk disk =
                new DiskGuard.Disk() {
                    @Override
                    public long free() throws IOException {
                        return store.getUsableSpace();
                    }

                    @Override
                    public long total() throws IOException {
                        return store.getTotalSpace();
                    }
                };
        DiskGuard guard = new DiskGuard(path, disk, settings::minFreeOf, health);
        guard.check();
        return guard;
    }

    @Bean(destroyMethod = "stop")
    PeriodicTask diskCheck(DiskGuard guard) {
        PeriodicTask task = new PeriodicTask("disk-check", INTERVAL, guard::check);
        task.start(INTERVAL);
        return task;
    }

    @Bean
    MeterBinder diskMeters(DiskGuard guard) {
        return registry ->
                Gauge.builder("millrace.storage.free", guard, DiskGuard::free)
                        .description("Free bytes on the disk of the embedded PostgreSQL")
                        .baseUnit("bytes")
                        .register(registry);
    }
}
