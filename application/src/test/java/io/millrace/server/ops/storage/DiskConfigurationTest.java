// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.settings.StorageSettings;
import io.millrace.server.platform.start.DataDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.util.unit.DataSize;

class DiskConfigurationTest {

    @TempDir private Path directory;

    private final StorageHealth health = new StorageHealth();

    /** A context whose disk must have so many free bytes that no disk has. */
    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withUserConfiguration(DiskConfiguration.class)
                .withBean(DataDirectory.class, () -> DataDirectory.open(directory))
                .withBean(StorageHealth.class, () -> health)
                .withBean(
                        StorageSettings.class,
                        () ->
                                new StorageSettings(
                                        DataSize.ofTerabytes(1_000_000),
                                        Duration.ZERO,
                                        DataSize.ofMegabytes(2)));
    }

    @Test
    void watchesTheDiskOfTheEmbeddedPostgresFromTheStartOn() {
        runner().run(context -> {
            assertThat(metrics(context).get("millrace.storage.free").gauge().value()).isPositive();
            assertThat(health.full().orElseThrow()).startsWith("full, ").endsWith(" bytes free");
        });
    }

    private static MeterRegistry metrics(ApplicationContext context) {
        MeterRegistry registry = new SimpleMeterRegistry();
        context.getBean(DiskWatch.class).bindTo(registry);
        return registry;
    }

    @Test
    void leavesTheDiskOfAnExternalPostgresToThatDatabase() {
        runner().withPropertyValues("spring.datasource.url=jdbc:postgresql://db/millrace")
                .run(context -> {
                    assertThat(metrics(context).find("millrace.storage.free").gauge()).isNull();
                    assertThat(health.full()).isEmpty();
                });
    }
}
