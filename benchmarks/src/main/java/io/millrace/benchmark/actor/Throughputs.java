// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;

/** Messages per second of every workload on every library, and their ratios. */
final class Throughputs {

    private final Map<Workload, Map<Library, Double>> figures = new EnumMap<>(Workload.class);

    void add(RunResult result) {
        Workload workload = Workload.valueOf(result.getParams().getParam("workload"));
        Library library = Library.valueOf(result.getParams().getParam("library"));
        figures.computeIfAbsent(workload, _ -> new EnumMap<>(Library.class))
                .put(library, result.getPrimaryResult().getScore());
    }

    /** Prints a table in Markdown. */
    void print(PrintStream out) {
        List<Library> libraries = List.of(Library.values());
        out.printf("%n| messages/s | %s | ratio |%n", columns(libraries, Library::title));
        out.printf("| --- | %s | ---: |%n", columns(libraries, _ -> "---:"));
        figures.forEach((workload, scores) ->
                out.printf(
                        "| %s | %s | %.2f |%n",
                        workload.title(),
                        columns(libraries, library -> "%,.0f".formatted(scores.get(library))),
                        ratio(scores)));
        out.printf(
                "%nMillrace to the better of Pekko's settings, geometric mean: %.2f%n",
                Math.exp(
                        figures.values().stream()
                                .mapToDouble(scores -> Math.log(ratio(scores)))
                                .average()
                                .orElse(Double.NaN)));
    }

    private static double ratio(Map<Library, Double> scores) {
        double best =
                scores.entrySet().stream()
                        .filter(entry -> entry.getKey() != Library.MILLRACE)
                        .mapToDouble(Map.Entry::getValue)
                        .max()
                        .orElse(Double.NaN);
        return scores.getOrDefault(Library.MILLRACE, Double.NaN) / best;
    }

    private static String columns(List<Library> libraries, Function<Library, String> cell) {
        return libraries.stream().map(cell).collect(Collectors.joining(" | "));
    }
}
