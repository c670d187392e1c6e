// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Asks a running JVM.
 *
 * @param directory for logs
 */
record Jcmd(long pid, Path directory) {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String NOT_ANNOUNCED = "\0";

    /** Returns what it prints. */
    List<String> ask(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Child.java("jcmd"), Long.toString(pid)));
        command.addAll(List.of(words));
        try (Child jcmd = Child.start("jcmd", command, Map.of(), directory, NOT_ANNOUNCED)) {
            return jcmd.awaitEnd(LIMIT);
        }
    }
}
