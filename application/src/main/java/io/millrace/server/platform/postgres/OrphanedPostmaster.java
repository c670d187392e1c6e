// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an earlier run of Millrace that was killed has left in a data directory: a server that is still running, or the file that
 * names the process id of one that is not.
 */
final class OrphanedPostmaster {

    private static final Logger log = LoggerFactory.getLogger(OrphanedPostmaster.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    private OrphanedPostmaster() {}

    /** Clears the way for a new server. The caller holds the lock of the data directory, so no server there is in use. */
    static void clear(DatabaseCluster cluster) throws IOException {
        Path pidFile = cluster.data().resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return;
        }
        Optional<ProcessHandle> process = firstLine(pidFile).flatMap(OrphanedPostmaster::process);
        if (process.isPresent() && isServerOf(cluster.data(), process.get())) {
            log.warn(
                    "Stopping PostgreSQL (pid {}) that a killed process left running on {}",
                    process.get().pid(),
                    cluster.data());
            Signals.stop(cluster, process.get(), STOP_LIMIT);
            return;
        }
        // PostgreSQL would take any living process of that id, even a thread, for a server. In a
        // container ids are the same at every start, so a thread of this process has it a moment
        // later. A server that is still at work on the data is found without the file.
        Files.deleteIfExists(pidFile);
    }

    private static Optional<String> firstLine(Path pidFile) throws IOException {
        List<String> lines = Files.readAllLines(pidFile);
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines.getFirst().strip());
    }

    private static Optional<ProcessHandle> process(String pid) {
        try {
            return ProcessHandle.of(Math.abs(Long.parseLong(pid))).filter(ProcessHandle::isAlive);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static boolean isServerOf(Path data, ProcessHandle process) {
        return process.info()
                .arguments()
                .map(arguments -> List.of(arguments).contains(data.toString()))
                .orElse(false);
    }
}
