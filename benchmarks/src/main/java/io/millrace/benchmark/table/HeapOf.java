// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Asks a running JVM what its heap holds. */
final class HeapOf {

    private static final String TOTAL = "Total";

    private final Jcmd jcmd;

    /** @param directory for logs */
    HeapOf(long pid, Path directory) {
        this.jcmd = new Jcmd(pid, directory);
    }

    /** The bytes of all live objects, after two forced collections. */
    long liveBytes() throws IOException, InterruptedException {
        var _ = jcmd.ask("GC.run");
        var _ = jcmd.ask("GC.run");
        return total(jcmd.ask("GC.class_histogram"));
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
}
