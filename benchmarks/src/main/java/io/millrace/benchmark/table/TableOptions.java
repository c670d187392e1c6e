// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.Arguments;
import io.millrace.benchmark.load.LoadException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command.
 *
 * @param jar what is measured
 * @param against an earlier jar, which each round measures before the other; null if there is none
 * @param archive an unpacked distribution; null: none
 * @param sections what to measure, in order
 * @param rounds how often
 * @param seconds length of a measured phase
 * @param warmup seconds of the closed loop before the first phase of a server
 * @param docs directory whose page and plots are written; null: none
 * @param big whether the largest numbers are measured, which takes hours
 */
record TableOptions(
        Path jar,
        @Nullable Path against,
        @Nullable Path archive,
        List<SectionName> sections,
        int rounds,
        int seconds,
        int warmup,
        @Nullable Path docs,
        boolean big) {

    /** The seconds for which the sections' pauses are made. */
    private static final int FULL_SECONDS = 12;

    private static final List<String> SWITCHES = List.of("--all", "--big");

    /**
     * Reads {@code --name value} pairs, and switches without a value.
     *
     * @throws LoadException if one of them is not valid
     */
    static TableOptions parse(String... words) {
        Arguments given = new Arguments(pairs(words));
        Path jar = file(given, "jar");
        if (jar == null) {
            throw new LoadException("--jar: expected the jar to measure.");
        }
        Path archive = directory(given, "archive");
        if (archive != null && !Files.isExecutable(archive.resolve("bin/millrace"))) {
            throw new LoadException(
                    "--archive: expected an unpacked distribution; there is no %s."
                            .formatted(archive.resolve("bin/millrace")));
        }
        TableOptions options =
                new TableOptions(
                        jar,
                        file(given, "against"),
                        archive,
                        sections(given.names("only"), given.flag("all")),
                        given.number("rounds", 3, 1, 99),
                        given.number("seconds", FULL_SECONDS, 1, 300),
                        given.number("warmup", 10, 1, 300),
                        directory(given, "docs"),
                        given.flag("big"));
        given.requireAllTaken();
        return options;
    }

    private static String[] pairs(String... words) {
        List<String> pairs = new ArrayList<>();
        for (String word : words) {
            pairs.add(word);
            if (SWITCHES.contains(word)) {
                pairs.add("true");
            }
        }
        return pairs.toArray(String[]::new);
    }

    private static List<SectionName> sections(List<String> only, boolean all) {
        if (all && !only.isEmpty()) {
            throw new LoadException("Expected --all or --only, got both.");
        }
        if (only.isEmpty()) {
            return Arrays.stream(SectionName.values())
                    .filter(name -> all || name.isUsual())
                    .toList();
        }
        return only.stream().map(TableOptions::section).toList();
    }

    private static SectionName section(String name) {
        return Arrays.stream(SectionName.values())
                .filter(each -> each.text().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new LoadException(
                                "--only: expected names of %s, got %s."
                                        .formatted(
                                                Arrays.stream(SectionName.values())
                                                        .map(SectionName::text)
                                                        .collect(Collectors.joining(", ")),
                                                name)));
    }

    private static @Nullable Path file(Arguments given, String name) {
        Path path = path(given, name);
        if (path != null && !Files.isRegularFile(path)) {
            throw new LoadException("--%s: there is no file %s.".formatted(name, path));
        }
        return path;
    }

    private static @Nullable Path directory(Arguments given, String name) {
        Path path = path(given, name);
        if (path != null && !Files.isDirectory(path)) {
            throw new LoadException("--%s: there is no directory %s.".formatted(name, path));
        }
        return path;
    }

    private static @Nullable Path path(Arguments given, String name) {
        String text = given.text(name, "");
        return text.isEmpty() ? null : Path.of(text);
    }

    /** A length that is meant for the usual {@code --seconds}, shorter in a trial. */
    int scaled(int usual) {
        return Math.max(1, Math.min(usual, usual * seconds / FULL_SECONDS));
    }

    /** Whether figures may be less exact, because the phases are shorter than usual. */
    boolean isQuick() {
        return seconds < FULL_SECONDS;
    }
}
