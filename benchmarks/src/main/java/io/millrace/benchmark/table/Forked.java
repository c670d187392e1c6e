// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Runs main classes of this class path that print what they have measured as tables in Markdown. */
final class Forked {

    private static final Duration LIMIT = Duration.ofHours(3);
    private static final String NOT_ANNOUNCED = "\0";

    private Forked() {}

    /**
     * Runs a main class to its end, and returns its tables. If it says that something has failed, so does the bench.
     *
     * @throws LoadException if it fails without a table
     */
    static String run(Bench bench, String main, List<String> arguments)
            throws IOException, InterruptedException {
        bench.say(main);
        Path directory = Directories.create();
        try (Child child = Child.fork(main, List.of(), arguments, directory, NOT_ANNOUNCED)) {
            return tables(bench, main, child.awaitEnd(LIMIT), child.status());
        } finally {
            Directories.delete(directory);
        }
    }

    private static String tables(Bench bench, String main, List<String> lines, int status) {
        String tables = tables(lines);
        if (status == 0) {
            return tables;
        }
        if (tables.isEmpty()) {
            throw new LoadException(
                    "%s ended with status %d: %s"
                            .formatted(
                                    main,
                                    status,
                                    lines.isEmpty() ? "it said nothing" : lines.getLast()));
        }
        bench.fail();
        return tables + "\n\nfailed: status %d of %s".formatted(status, main);
    }

    /** The lines that belong to tables, and the empty ones between them. */
    static String tables(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("|") || line.isBlank())
                .collect(Collectors.joining("\n"))
                .strip();
    }
}
