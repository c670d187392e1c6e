// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {

    @TempDir private Path parent;

    @Test
    void isMadeWhereThereIsNone() throws Exception {
        try (DataDirectory directory = DataDirectory.open(parent.resolve("a/b"))) {
            assertThat(directory.path()).isAbsolute().isDirectory();
        }
    }

    @Test
    void belongsToOneAtATime() throws Exception {
        try (DataDirectory _ = DataDirectory.open(parent)) {
            assertThatThrownBy(() -> DataDirectory.open(parent))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("in use by the process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void canBeTakenAgainOnceItIsGivenUp() throws Exception {
        DataDirectory.open(parent).close();
        DataDirectory.open(parent).close();
    }

    @Test
    void cannotBeAFile() throws Exception {
        Path file = Files.createFile(parent.resolve("file"));
        assertThatThrownBy(() -> DataDirectory.open(file))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("MILLRACE_DATA_DIR");
    }

    @Test
    void keepsTheNameOfTheInstance() throws Exception {
        String name;
        try (DataDirectory directory = DataDirectory.open(parent)) {
            name = directory.instanceId();
            assertThat(name).isNotBlank().isEqualTo(directory.instanceId());
        }
        try (DataDirectory directory = DataDirectory.open(parent)) {
            assertThat(directory.instanceId()).isEqualTo(name);
        }
    }
}
