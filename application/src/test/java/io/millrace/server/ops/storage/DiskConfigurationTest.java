// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.settings.StorageSettings;
import io.millrace.server.platform.start.DataDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
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
            assertThat(context).hasSingleBean(DiskGuard.class);
            long free = context.getBean(DiskGuard.class).free();
            assertThat(free).isPositive();
            assertThat(health.full().orElseThrow()).startsWith("full, ").endsWith(" bytes free");
        });
    }

    @Test
    void leavesTheDiskOfAnExternalPostgresToThatDatabase() {
        runner().withPropertyValues("spring.datasource.url=jdbc:postgresql://db/millrace")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(DiskGuard.class);
                    assertThat(health.full()).isEmpty();
                });
    }
}
