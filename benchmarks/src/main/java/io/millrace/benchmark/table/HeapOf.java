// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Asks a running JVM what its heap holds. */
final class HeapOf {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TOTAL = "Total";

    private final long pid;
    private final Path directory;

    /** @param directory for logs */
    HeapOf(long pid, Path directory) {
        this.pid = pid;
        this.directory = directory;
    }

    /** The bytes of all live objects, after two forced collections. */
    long liveBytes() throws IOException, InterruptedException {
        var _ = ask("GC.run");
        var _ = ask("GC.run");
        return total(ask("GC.class_histogram"));
    }

    /** The last column of a histogram's last line. */
    static long total(List<String> histogram) {
        return histogram.stream()
                .filter(line -> line.startsWith(TOTAL))
                .map(line -> line.trim().split("\\s+"))
                .mapToLong(fields -> Long.parseLong(fields[fields.length - 1]))
                .findFirst()
                .orElseThrow(() -> new LoadException("jcmd prints no histogram."));
    }

    private List<String> ask(String command) throws IOException, InterruptedException {
        try (Child jcmd =
                Child.start(
                        "jcmd",
                        List.of(Child.java("jcmd"), Long.toString(pid), command),
                        Map.of(),
                        directory,
                        TOTAL)) {
            return jcmd.awaitEnd(LIMIT);
        }
    }
}
