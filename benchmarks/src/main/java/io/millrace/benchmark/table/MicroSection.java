// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The microbenchmarks. */
final class MicroSection implements Section {

    private static final String MAIN = "org.openjdk.jmh.Main";

    /** All but the comparison of actors, which is a section of its own. */
    private static final List<String> WHICH = List.of("-e", "ActorBenchmark");

    private static final List<String> QUICK =
            List.of("-f", "1", "-wi", "1", "-w", "1", "-i", "1", "-r", "1");

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        Path directory = Directories.create();
        try {
            Path file = directory.resolve("result.json");
            List<String> arguments = new ArrayList<>(WHICH);
            arguments.addAll(List.of("-rf", "json", "-rff", file.toString()));
            if (bench.options().isQuick()) {
                arguments.addAll(QUICK);
            }
            var _ = Forked.run(bench, MAIN, arguments);
            return Result.of(table(JsonMapper.shared().readTree(file.toFile())));
        } finally {
            Directories.delete(directory);
        }
    }

    /** The table of a result file of JMH. */
    static String table(JsonNode results) {
        StringBuilder table =
                new StringBuilder(
                        "| benchmark | score | ± | unit |\n| --- | ---: | ---: | --- |\n");
        for (JsonNode result : results) {
            JsonNode metric = result.get("primaryMetric");
            table.append(
                    "| %s%s | %s | %s | %s |%n"
                            .formatted(
                                    shortName(result.get("benchmark").asString()),
                                    parameters(result.path("params")),
                                    number(metric.get("score")),
                                    number(metric.get("scoreError")),
                                    metric.get("scoreUnit").asString()));
        }
        return table.toString();
    }

    /** The class and the method, without the package. */
    private static String shortName(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        return "`" + benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1) + "`";
    }

    private static String parameters(JsonNode parameters) {
        return parameters.isMissingNode()
                ? ""
                : parameters.properties().stream()
                        .map(each -> each.getKey() + " " + each.getValue().asString())
                        .collect(Collectors.joining(", ", ", ", ""));
    }

    /** JMH writes "NaN" as a text when there is only one iteration. */
    private static String number(JsonNode node) {
        double value = node.isNumber() ? node.asDouble() : Double.NaN;
        if (!Double.isFinite(value)) {
            return "-";
        }
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.3g", value);
    }
}
