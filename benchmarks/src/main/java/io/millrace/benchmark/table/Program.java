// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is started as a server. */
sealed interface Program {

    /** As {@code bin/millrace} of the archive. */
    String LEAST_HEAP = "-Xms64m";

    String GREATEST_HEAP = "-Xmx512m";

    /** As {@code bin/millrace} of the archive. */
    String HUGE_PAGES = "-XX:+UseTransparentHugePages";

    /** How tables call it. */
    String label();

    List<String> command();

    Map<String, String> environment();

    /** A jar, on the JVM of this process. */
    record Jar(String label, Path file) implements Program {

        @Override
        public List<String> command() {
            return List.of(
                    Child.java("java"),
                    "--sun-misc-unsafe-memory-access=allow",
                    HUGE_PAGES,
                    LEAST_HEAP,
                    GREATEST_HEAP,
                    "-jar",
                    file.toAbsolutePath().toString());
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }

        @Override
        public String toString() {
            return label.isEmpty() ? file.getFileName().toString() : label;
        }

        /** Its file and size. */
        String version() throws IOException {
            return String.format(
                    Locale.ROOT, "%s (%,.1f MB)", file.getFileName(), Files.size(file) / 1e6);
        }
    }

    /** An unpacked distribution, with its own runtime. */
    record Archive(Path directory) implements Program {

        @Override
        public String label() {
            return "archive";
        }

        @Override
        public List<String> command() {
            return List.of(directory.resolve("bin/millrace").toAbsolutePath().toString());
        }

        @Override
        public Map<String, String> environment() {
            return Map.of("MILLRACE_JAVA_OPTIONS", LEAST_HEAP + " " + GREATEST_HEAP);
        }
    }
}
