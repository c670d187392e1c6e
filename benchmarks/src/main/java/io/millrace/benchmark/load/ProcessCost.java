// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a process and its children have cost so far, as Linux counts it. */
final class ProcessCost {

    private static final double SECONDS_PER_TICK = 0.01;

    private final ProcessHandle process;

    ProcessCost(long pid) {
        this.process =
                ProcessHandle.of(pid)
                        .orElseThrow(() ->
                                new IllegalArgumentException("--server-pid: no process " + pid));
    }

    /** CPU seconds of the process alone. */
    double own() throws IOException {
        return seconds(process);
    }

    /** CPU seconds of its children: the PostgreSQL that it brings. */
    double children() throws IOException {
        double sum = 0;
        for (ProcessHandle child : process.descendants().toList()) {
            sum += seconds(child);
        }
        return sum;
    }

    /** Megabytes of memory that the process alone holds. */
    long residentMegabytes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElse(0)
                    / 1024;
        }
    }

    private static double seconds(ProcessHandle handle) throws IOException {
        Path stat = Path.of("/proc/" + handle.pid() + "/stat");
        if (!Files.exists(stat)) {
            return 0;
        }
        String line = Files.readString(stat);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * SECONDS_PER_TICK;
    }
}
