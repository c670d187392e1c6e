// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.pattern;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The groups, alternatives and repetitions of a regular expression, which must be known before RE2 reads it. RE2 checks
 * the rest of the syntax.
 */
final class PatternOutline {

    /** Limit of the total repetitions of nested expressions, because RE2 expands every repetition. */
    private static final int MOST_REPETITIONS = 1_000;

    private static final Pattern REPETITION = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

    private static final class Group {
        private final int start;
        private long repetitions = 1;

        private Group(int start) {
            this.start = start;
        }

        private void contain(long inner) {
            repetitions = Math.max(repetitions, inner);
        }
    }

    private final String expression;
    private final Map<Integer, Integer> endsOfGroups = new HashMap<>();
    private final Deque<Group> open = new ArrayDeque<>();
    private boolean alternatives;

    private PatternOutline(String expression) {
        this.expression = expression;
    }

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException if it nests character classes, which RE2 interprets differently from Java, or
     *     repeats too often
     */
    static PatternOutline of(String expression) {
        PatternOutline outline = new PatternOutline(expression);
        outline.read();
        return outline;
    }

    /** True if it has alternatives outside of all groups. */
    boolean hasAlternatives() {
        return alternatives;
    }

    /**
     * Returns the end of the group that starts at an index.
     *
     * @throws IllegalArgumentException if the group is not closed
     */
    int endOfGroup(int start) {
        Integer end = endsOfGroups.get(start);
        if (end == null) {
            throw new IllegalArgumentException("missing )");
        }
        return end;
    }

    private void read() {
        Matcher repetition = REPETITION.matcher(expression);
        open.push(new Group(-1));
        long last = 1;
        int at = 0;
        while (at < expression.length()) {
            int next = at + 1;
            switch (expression.charAt(at)) {
                case '\\' -> {
                    next = endOfEscape(at);
                    last = 1;
                }
                case '[' -> {
                    next = endOfClass(at);
                    last = 1;
                }
                case '(' -> open.push(new Group(at));
                case ')' -> last = close(at);
                case '|' -> alternatives |= open.size() == 1;
                case '{' -> {
                    if (repetition.region(at, expression.length()).lookingAt()) {
                        last = repeat(last, repetition);
                        next = repetition.end();
                    }
                }
                case '*', '+', '?' -> {
                    // The expression that they repeat is expanded once.
                }
                default -> last = 1;
            }
            at = next;
        }
    }

    private long close(int at) {
        if (open.size() == 1) {
            return 1;
        }
        Group group = open.pop();
        endsOfGroups.put(group.start, at);
        open.element().contain(group.repetitions);
        return group.repetitions;
    }

    private long repeat(long last, Matcher repetition) {
        String upper = repetition.group(2);
        long times = Long.parseLong(upper == null || upper.isEmpty() ? repetition.group(1) : upper);
        long total = last * Math.max(1, times);
        if (total > MOST_REPETITIONS) {
            throw new IllegalArgumentException(
                    "more than %d repetitions".formatted(MOST_REPETITIONS));
        }
        open.element().contain(total);
        return total;
    }

    private int endOfEscape(int at) {
        if (expression.startsWith("\\Q", at)) {
            return endAfter("\\E", at);
        }
        return expression.startsWith("\\x{", at) ? endAfter("}", at) : at + 2;
    }

    private int endAfter(String mark, int at) {
        int found = expression.indexOf(mark, at);
        return found < 0 ? expression.length() : found + mark.length();
    }

    private int endOfClass(int start) {
        int at = start + (expression.startsWith("^", start + 1) ? 2 : 1);
        int first = at;
        while (at < expression.length() && (expression.charAt(at) != ']' || at == first)) {
            if (expression.charAt(at) == '[' || expression.startsWith("&&", at)) {
                throw new IllegalArgumentException("classes within classes");
            }
            at += expression.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
