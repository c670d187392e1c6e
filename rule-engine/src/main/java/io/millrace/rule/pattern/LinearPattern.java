// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.pattern;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * A regular expression that matches whole texts. RE2/J evaluates it, in time linear in the text's length for every
 * expression: with {@link java.util.regex}, a tenant's expression could block a thread indefinitely, and limiting the
 * texts would not help, because some expressions take exponential time on thirty characters.
 *
 * <p>RE2 supports neither look-around nor back-references. Look-ahead at the very start is supported here all the same,
 * because it is the usual way to write <em>all keys except these</em>: {@code (?!ts$).*}. Nested character classes,
 * which RE2 would silently interpret differently from Java, are rejected.
 */
public final class LinearPattern {

    private static final int LONGEST = 255;

    private record LookAhead(Pattern pattern, boolean wanted) {}

    private final Pattern rest;
    private final List<LookAhead> lookAheads;

    private LinearPattern(Pattern rest, List<LookAhead> lookAheads) {
        this.rest = rest;
        this.lookAheads = List.copyOf(lookAheads);
    }

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException if it is invalid; the message says why
     */
    public static LinearPattern of(String expression) {
        if (expression.length() > LONGEST) {
            throw new IllegalArgumentException("more than %d characters".formatted(LONGEST));
        }
        PatternOutline outline = PatternOutline.of(expression);
        List<LookAhead> lookAheads = new ArrayList<>();
        int at = expression.startsWith("^") ? 1 : 0;
        while (expression.startsWith("(?!", at) || expression.startsWith("(?=", at)) {
            int end = outline.endOfGroup(at);
            lookAheads.add(
                    new LookAhead(
                            compiled(expression.substring(at + 3, end)),
                            expression.charAt(at + 2) == '='));
            at = end + 1;
        }
        if (!lookAheads.isEmpty() && outline.hasAlternatives()) {
            throw new IllegalArgumentException(
                    "look-ahead beside an alternative, which needs a group around it");
        }
        return new LinearPattern(compiled(expression.substring(at)), lookAheads);
    }

    private static Pattern compiled(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Number of states of the automaton, which bounds the cost of one character of a text. */
    public int size() {
        return rest.programSize()
                + lookAheads.stream().mapToInt(ahead -> ahead.pattern().programSize()).sum();
    }

    /** True if the whole text matches. */
    public boolean matches(CharSequence text) {
        for (LookAhead ahead : lookAheads) {
            if (ahead.pattern().matcher(text).lookingAt() != ahead.wanted()) {
                return false;
            }
        }
        return rest.matcher(text).matches();
    }
}
