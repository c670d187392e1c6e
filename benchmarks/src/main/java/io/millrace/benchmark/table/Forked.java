// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Runs a main class of this module that prints what it has measured. */
final class Forked {

    private static final Duration LIMIT = Duration.ofHours(3);
    private static final String NOT_ANNOUNCED = "\0";

    private Forked() {}

    /**
     * Runs a main class to its end.
     *
     * @throws LoadException if it fails
     */
    static List<String> run(String main, List<String> arguments, Path directory)
            throws IOException, InterruptedException {
        try (Child child = Child.fork(main, List.of(), arguments, directory, NOT_ANNOUNCED)) {
            List<String> lines = child.awaitEnd(LIMIT);
            if (child.status() == 0) {
                return lines;
            }
            throw new LoadException(
                    "%s ended with status %d: %s"
                            .formatted(
                                    main,
                                    child.status(),
                                    lines.isEmpty() ? "it said nothing" : lines.getLast()));
        }
    }

    /** The lines that belong to tables in Markdown, and the empty ones between them. */
    static String tables(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("|") || line.isBlank())
                .collect(Collectors.joining("\n"))
                .strip();
    }
}
