// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** The figures of all rounds, and the rounds that failed; they become a table. */
final class Samples {

    private final Map<Key, List<Double>> values = new HashMap<>();
    private final Set<String> rows = new LinkedHashSet<>();
    private final Map<String, List<String>> failures = new LinkedHashMap<>();

    private record Key(String row, String subject, Figure figure) {}

    /**
     * Adds a value.
     *
     * @param row first column of its row
     * @param subject what was measured, such as the old or the new jar
     */
    void add(String row, String subject, Figure figure, double value) {
        rows.add(row);
        values.computeIfAbsent(new Key(row, subject, figure), _ -> new ArrayList<>()).add(value);
    }

    void add(String row, String subject, Figure figure, long value) {
        add(row, subject, figure, (double) value);
    }

    /** Adds a round without figures. */
    void addFailure(String row, String reason) {
        rows.add(row);
        failures.computeIfAbsent(row, _ -> new ArrayList<>()).add("failed: " + reason);
    }

    Values of(String row, String subject, Figure figure) {
        List<Double> of = values.get(new Key(row, subject, figure));
        return of == null ? Values.NONE : new Values(of);
    }

    Set<String> rows() {
        return rows;
    }

    /**
     * The table in Markdown. A figure has a column for each subject, and one for the ratio of the last to the first if
     * it is compared. Failures have a column only if there are any.
     *
     * @param title of the first column
     */
    String table(String title, List<String> subjects, List<Figure> figures) {
        StringBuilder out = new StringBuilder();
        StringJoiner head = row().add(title);
        StringJoiner rule = row().add("---");
        for (Figure figure : figures) {
            for (String subject : subjects) {
                head.add(subjects.size() > 1 ? figure.title() + ", " + subject : figure.title());
                rule.add("---:");
            }
            if (hasRatio(figure, subjects)) {
                head.add("ratio");
                rule.add("---:");
            }
        }
        if (!failures.isEmpty()) {
            head.add("remarks");
            rule.add("---");
        }
        out.append(head).append('\n').append(rule).append('\n');
        for (String name : rows) {
            out.append(line(name, subjects, figures)).append('\n');
        }
        return out.toString();
    }

    private StringJoiner line(String name, List<String> subjects, List<Figure> figures) {
        StringJoiner line = row().add(name);
        for (Figure figure : figures) {
            for (String subject : subjects) {
                line.add(figure.text(of(name, subject, figure)));
            }
            if (hasRatio(figure, subjects)) {
                double ratio =
                        of(name, subjects.getLast(), figure)
                                .ratioTo(of(name, subjects.getFirst(), figure));
                line.add(Double.isFinite(ratio) ? "%.2f".formatted(ratio) : "-");
            }
        }
        if (!failures.isEmpty()) {
            line.add(String.join("; ", failures.getOrDefault(name, List.of())).replace("|", "\\|"));
        }
        return line;
    }

    private static boolean hasRatio(Figure figure, List<String> subjects) {
        return figure.compared() && subjects.size() > 1;
    }

    private static StringJoiner row() {
        return new StringJoiner(" | ", "| ", " |");
    }
}
