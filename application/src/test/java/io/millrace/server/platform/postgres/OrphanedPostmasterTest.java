// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrphanedPostmasterTest {

    @TempDir private Path data;
    private Path pidFile;

    @BeforeEach
    void namePidFile() {
        pidFile = data.resolve("postmaster.pid");
    }

    @Test
    void removesTheIdThatAnotherProgramHasNow() throws IOException {
        assertThat(isLeftAlone(ProcessHandle.current().pid() + "\n")).isFalse();
    }

    @Test
    void removesTheIdOfAProcessThatIsGoneBeforeAnotherProgramGetsIt() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        assertThat(isLeftAlone(gone.pid() + "\n")).isFalse();
    }

    @Test
    void removesAFileThatNamesNoProcess() throws IOException {
        assertThat(isLeftAlone("")).isFalse();
        assertThat(isLeftAlone("none\n")).isFalse();
    }

    @Test
    void hasNothingToDoAfterAStopInOrder() throws IOException {
        clear();
        assertThat(data).isEmptyDirectory();
    }

    private boolean isLeftAlone(String content) throws IOException {
        Files.writeString(pidFile, content);
        clear();
        return Files.exists(pidFile);
    }

    private void clear() throws IOException {
        PostgresBinaries none = new PostgresBinaries(data);
        OrphanedPostmaster.clear(new DatabaseCluster(none, new PostgresUser.Same(), data));
    }
}
