// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The CPU time and memory of a process and its children so far, from Linux's {@code /proc}. */
final class ProcessCost {

    private static final double SECONDS_PER_TICK = 0.01;

    private final ProcessHandle process;

    /** @throws LoadException if the process does not exist */
    ProcessCost(long pid) {
        this.process =
                ProcessHandle.of(pid)
                        .orElseThrow(() ->
                                new LoadException(
                                        "--server-pid: there is no process " + pid + "."));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** CPU seconds of the process alone. */
    double own() throws IOException {
        return seconds(process);
    }

    /** CPU seconds of its children, such as the embedded PostgreSQL. */
    double children() throws IOException {
        double sum = 0;
        for (ProcessHandle child : process.descendants().toList()) {
            sum += seconds(child);
        }
        return sum;
    }

    /** Resident memory of the process alone in megabytes; 0 if it has ended. */
    long residentMegabytes() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
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
