// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.settings.StorageSettings;
import io.millrace.server.platform.start.DataDirectory;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Watches the disk of the embedded PostgreSQL. The disk of an external one is on another machine. */
@Configuration(proxyBeanMethods = false)
class DiskConfiguration {

    @Bean
    DiskWatch diskWatch(
            Environment environment,
            DataDirectory directory,
            StorageSettings settings,
            StorageHealth health)
            throws IOException {
        boolean external = !environment.getProperty("spring.datasource.url", "").isBlank();
        return external
                ? DiskWatch.ofNoDisk()
                : DiskWatch.of(
                        new DiskGuard(
                                directory.path(),
                                diskOf(directory.path()),
                                settings::minFreeOf,
                                health));
    }

    private static DiskGuard.Disk diskOf(Path path) throws IOException {
        FileStore store = Files.getFileStore(path);
        return new DiskGuard.Disk() {
            @Override
            public long free() throws IOException {
                return store.getUsableSpace();
            }

            @Override
            public long total() throws IOException {
                return store.getTotalSpace();
            }
        };
    }
}
