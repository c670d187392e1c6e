// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of the embedded server. All are passed on its command line, so that neither a file in the data directory
 * nor {@code ALTER SYSTEM} can override them.
 *
 * @param port TCP port on 127.0.0.1; 0 selects a free one
 * @param maxConnections maximum number of concurrent connections
 * @param sharedBuffersMb megabytes of the cache of pages, taken from the system as pages come into it
 */
record ServerSettings(int port, int maxConnections, long sharedBuffersMb, Durability durability) {

    /** PostgreSQL's own default. */
    static final long LEAST_SHARED_BUFFERS_MB = 128;

    private static final long MOST_SHARED_BUFFERS_MB = 1024;

    /** Suited to a small machine that also runs a service of a few hundred megabytes. */
    private static final Map<String, String> FIXED =
            Map.ofEntries(
                    Map.entry("listen_addresses", "127.0.0.1"),
                    Map.entry("unix_socket_directories", ""),
                    Map.entry("password_encryption", "scram-sha-256"),
                    Map.entry("huge_pages", "off"),
                    Map.entry("max_wal_size", "1GB"),
                    // These binaries have only pglz, which takes most of the processor time of a
                    // vacuum that writes whole pages.
                    Map.entry("wal_compression", "off"),
                    Map.entry("checkpoint_timeout", "15min"),
                    // Parallel queries need shared memory that small containers do not have.
                    Map.entry("max_parallel_workers_per_gather", "0"),
                    Map.entry("max_parallel_maintenance_workers", "0"),
                    Map.entry("timezone", "UTC"),
                    Map.entry("log_timezone", "UTC"),
                    Map.entry("logging_collector", "off"),
                    Map.entry("log_destination", "stderr"),
                    Map.entry("log_checkpoints", "off"),
                    Map.entry("lc_messages", "C"));

    /**
     * Returns half of the heap, within bounds. A large fleet updates pages all over the tables, more than PostgreSQL's
     * default holds. The greatest size of the heap follows the memory of the machine unless it is set.
     *
     * @param heapBytes the greatest size of the heap
     */
    static long sharedBuffersMb(long heapBytes) {
        return Math.clamp((heapBytes / 2) >> 20, LEAST_SHARED_BUFFERS_MB, MOST_SHARED_BUFFERS_MB);
    }

    ServerSettings withPort(int number) {
        return new ServerSettings(number, maxConnections, sharedBuffersMb, durability);
    }

    /**
     * Returns the settings as {@code name=value}.
     *
     * @param accessRules the file with the access rules
     */
    List<String> assignments(Path accessRules) {
        Map<String, String> all = new TreeMap<>(FIXED);
        all.putAll(durability.settings());
        all.put("port", Integer.toString(port));
        all.put("shared_buffers", sharedBuffersMb + "MB");
        all.put("max_connections", Integer.toString(maxConnections));
        all.put("hba_file", accessRules.toString());
        List<String> assignments = new ArrayList<>();
        all.forEach((name, value) -> assignments.add(name + "=" + value));
        return List.copyOf(assignments);
    }
}
