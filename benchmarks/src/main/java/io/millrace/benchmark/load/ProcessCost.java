// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The CPU time and memory of a process and its children so far, from Linux's {@code /proc}. The time of children that have
 * ended is that of their parents.
 */
public final class ProcessCost {

    private static final double SECONDS_PER_TICK = 0.01;

    private final ProcessHandle process;

    /** @throws LoadException if the process does not exist */
    public ProcessCost(long pid) {
        this.process =
                ProcessHandle.of(pid)
                        .orElseThrow(() ->
                                new LoadException(
                                        "--server-pid: there is no process " + pid + "."));
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** CPU seconds of the process and of its children that are not PostgreSQL, such as those for JavaScript. */
    public double own() throws IOException {
        return seconds(process) + secondsOfChildren(false);
    }

    /** CPU seconds of the PostgreSQL that it brings. */
    public double database() throws IOException {
        return secondsOfChildren(true);
    }

    private double secondsOfChildren(boolean database) throws IOException {
        double sum = 0;
        for (ProcessHandle child : process.descendants().toList()) {
            if (isDatabase(child) == database) {
                sum += seconds(child);
            }
        }
        return sum;
    }

    private static boolean isDatabase(ProcessHandle child) throws IOException {
        Path name = Path.of("/proc/" + child.pid() + "/comm");
        return Files.exists(name) && Files.readString(name).startsWith("postgres");
    }

    /** Resident memory of the process alone in megabytes; 0 if it has ended. */
    public long residentMegabytes() throws IOException {
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
        long ticks = 0;
        // utime, stime, and the same of children that have ended; see proc_pid_stat(5).
        for (String field : List.of(fields[11], fields[12], fields[13], fields[14])) {
            ticks += Long.parseLong(field);
        }
        return ticks * SECONDS_PER_TICK;
    }
}
