// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.node.InvalidConfigurationException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The operator {@code ~=}, which becomes a call of {@link TbelMatch}: the library would evaluate it by {@code
 * java.util.regex}, which cannot be stopped. It binds stronger than every other operator, so that its operands are single
 * values: a literal, or a name with the members, calls and indices after it, or an expression in parentheses.
 */
final class TbelMatchOperator {

    private static final String OPERATOR = "~=";

    /** Words that are no name of a value, so that a parenthesis after them begins an operand. */
    private static final Set<String> WORDS =
            Set.of(
                    "return",
                    "and",
                    "or",
                    "in",
                    "is",
                    "contains",
                    "instanceof",
                    "soundslike",
                    "if",
                    "else",
                    "while",
                    "until",
                    "case",
                    "convertable_to");

    private final String text;

    /** The text with comments as blanks. */
    private final char[] code;

    /** For each bracket and quote the position of its counterpart; −1 for other characters. */
    private final int[] partner;

    private final StringBuilder changed;
    private final SortedMap<Integer, String> insertions = new TreeMap<>();

    private TbelMatchOperator(String text) {
        this.text = text;
        this.code = text.toCharArray();
        this.changed = new StringBuilder(text);
        this.partner = new int[code.length];
        Arrays.fill(partner, -1);
    }

    /**
     * Returns the text of a script without the operator.
     *
     * @throws InvalidConfigurationException if an operand is not a single value, with line and column
     */
    static TbelText replaceIn(String text) {
        TbelMatchOperator operator = new TbelMatchOperator(text);
        operator.read().forEach(operator::replace);
        return TbelText.of(operator.changed, operator.insertions);
    }

    /** Returns the places of the operator. */
    private List<Integer> read() {
        List<Integer> places = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < code.length; ) {
            int next = TbelSource.skip(text, i);
            if (next > i) {
                if (code[i] == '/') {
                    Arrays.fill(code, i, next, ' ');
                } else {
                    pair(i, next - 1);
                }
                i = next;
                continue;
            }
            switch (code[i]) {
                case '(', '[', '{' -> open.push(i);
                case ')', ']', '}' -> {
                    if (!open.isEmpty()) {
                        pair(open.pop(), i);
                    }
                }
                case '~' -> {
                    if (text.startsWith(OPERATOR, i)) {
                        places.add(i);
                        i++;
                    }
                }
                default -> {}
            }
            i++;
        }
        return places;
    }

    private void pair(int start, int end) {
        partner[start] = end;
        partner[end] = start;
    }

    private void replace(int place) {
        int start = startOfOperand(place);
        int before = lastBefore(start);
        if (before > 0 && text.startsWith(OPERATOR, before - 1)) {
            throw TbelSource.refused(
                    text, place, "~= cannot follow another one without parentheses");
        }
        insertions.merge(start, TbelMatch.NAME + "(", String::concat);
        changed.replace(place, place + OPERATOR.length(), ", ");
        insertions.merge(endOfOperand(place), ")", String::concat);
    }

    private int startOfOperand(int place) {
        int at = lastBefore(place);
        while (true) {
            int start;
            if (at >= 0 && partner[at] >= 0 && partner[at] < at) {
                start = partner[at];
                int before = lastBefore(start);
                if ((code[at] == ')' || code[at] == ']') && before >= 0 && isValueEnd(before)) {
                    at = before;
                    continue;
                }
            } else if (at >= 0 && Character.isJavaIdentifierPart(code[at])) {
                start = startOfWord(at);
            } else {
                throw missing(place);
            }
            int before = lastBefore(start);
            if (before > 0 && code[before] == '?' && code[before - 1] == '.') {
                before--;
            }
            if (before < 0 || code[before] != '.') {
                if (WORDS.contains(wordAt(at))) {
                    throw missing(place);
                }
                return wordAt(before).equals("new") ? startOfWord(before) : start;
            }
            at = lastBefore(before);
        }
    }

    private int endOfOperand(int place) {
        int at = firstFrom(place + OPERATOR.length());
        while (true) {
            int end;
            if (at < code.length && partner[at] > at) {
                end = partner[at] + 1;
            } else if (at < code.length && Character.isJavaIdentifierPart(code[at])) {
                end = endOfWord(at);
                if (text.substring(at, end).equals("new")) {
                    at = firstFrom(end);
                    continue;
                }
            } else {
                throw missing(place);
            }
            int after = firstFrom(end);
            while (after < code.length
                    && (code[after] == '(' || code[after] == '[')
                    && partner[after] > after) {
                end = partner[after] + 1;
                after = firstFrom(end);
            }
            if (after >= code.length || code[after] != '.') {
                return end;
            }
            at = firstFrom(after + 1);
            if (at < code.length && code[at] == '?') {
                at = firstFrom(at + 1);
            }
        }
    }

    /** True if a value ends here, so that a parenthesis after it is a call, and a bracket an index. */
    private boolean isValueEnd(int at) {
        return Character.isJavaIdentifierPart(code[at])
                ? !WORDS.contains(wordAt(at))
                : partner[at] >= 0 && partner[at] < at && code[at] != '}';
    }

    private String wordAt(int at) {
        return at >= 0 && Character.isJavaIdentifierPart(code[at])
                ? text.substring(startOfWord(at), at + 1)
                : "";
    }

    private int startOfWord(int at) {
        int start = at;
        while (start > 0 && Character.isJavaIdentifierPart(code[start - 1])) {
            start--;
        }
        return start;
    }

    private int endOfWord(int at) {
        int end = at;
        while (end < code.length && Character.isJavaIdentifierPart(code[end])) {
            end++;
        }
        return end;
    }

    private int lastBefore(int position) {
        int at = position - 1;
        while (at >= 0 && Character.isWhitespace(code[at])) {
            at--;
        }
        return at;
    }

    private int firstFrom(int position) {
        int at = position;
        while (at < code.length && Character.isWhitespace(code[at])) {
            at++;
        }
        return at;
    }

    private InvalidConfigurationException missing(int place) {
        return TbelSource.refused(
                text, place, "expected a value before ~= and one after it, or parentheses");
    }
}
