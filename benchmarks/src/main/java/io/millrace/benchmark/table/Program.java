// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is started as a server. */
sealed interface Program {

    /** Of {@code bin/millrace} of the archive. */
    List<String> OPTIONS =
            List.of(
                    "--sun-misc-unsafe-memory-access=allow",
                    "-XX:+UseTransparentHugePages",
                    "-XX:-G1UseAdaptiveIHOP",
                    "-XX:InitiatingHeapOccupancyPercent=70");

    List<String> HEAP = List.of("-Xms64m", "-Xmx512m");

    /** How tables call it. */
    String label();

    List<String> command();

    Map<String, String> environment();

    /** A jar, on the JVM of this process. */
    record Jar(String label, Path file) implements Program {

        @Override
        public List<String> command() {
            List<String> command = new ArrayList<>();
            command.add(Child.java("java"));
            command.addAll(OPTIONS);
            command.addAll(HEAP);
            command.addAll(List.of("-jar", file.toAbsolutePath().toString()));
            return command;
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
            return Map.of("MILLRACE_JAVA_OPTIONS", String.join(" ", HEAP));
        }
    }
}
