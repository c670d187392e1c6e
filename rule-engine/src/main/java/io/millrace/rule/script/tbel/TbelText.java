// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The text of a script as the library compiles it, which knows where each of its places is in the author's text. */
final class TbelText {

    private final String text;

    /** Lengths of what was inserted into the author's text, by the position after it in this text. */
    private final SortedMap<Integer, Integer> inserted;

    private TbelText(String text, SortedMap<Integer, Integer> inserted) {
        this.text = text;
        this.inserted = inserted;
    }

    /**
     * Returns a text with insertions.
     *
     * @param insertions by their positions in the original, without ends of lines
     */
    static TbelText of(CharSequence original, SortedMap<Integer, String> insertions) {
        StringBuilder text = new StringBuilder(original.length() + 16 * insertions.size());
        SortedMap<Integer, Integer> inserted = new TreeMap<>();
        int at = 0;
        for (Map.Entry<Integer, String> each : insertions.entrySet()) {
            text.append(original, at, each.getKey()).append(each.getValue());
            inserted.put(text.length(), each.getValue().length());
            at = each.getKey();
        }
        return new TbelText(text.append(original, at, original.length()).toString(), inserted);
    }

    String text() {
        return text;
    }

    /** Returns the column in the author's text of a place in this text. The lines are the same. */
    int columnOf(int line, int column) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = text.indexOf('\n', start) + 1;
        }
        int before =
                inserted.subMap(start, start + column).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
        return Math.max(1, column - before);
    }
}
