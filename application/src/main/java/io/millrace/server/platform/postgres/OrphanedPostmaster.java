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
 * Removes the leftovers of an earlier, killed run of Millrace from a data directory: a server that is still running, or
 * the pid file of one that is not.
 */
final class OrphanedPostmaster {

    private static final Logger log = LoggerFactory.getLogger(OrphanedPostmaster.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    private OrphanedPostmaster() {}

    /**
     * Prepares the directory for a new server: stops an orphaned one and deletes its pid file. The caller holds the
     * lock of the data directory, so no other instance uses a server there.
     */
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
        // PostgreSQL treats any live process with that id, even a thread, as a running server. In a
        // container the ids repeat at every start, so a thread of this process soon has the same
        // id. PostgreSQL detects a server that still uses the data without the file.
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
