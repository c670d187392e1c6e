// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * A regular expression that matches whole keys. RE2/J evaluates it, in time linear in the key's length for every
 * expression: with {@link java.util.regex}, a tenant's expression could block a thread indefinitely, and limiting the
 * keys would not help, because some expressions take exponential time on thirty characters.
 *
 * <p>RE2 supports neither look-around nor back-references. Look-ahead at the very start is supported here all the same,
 * because it is the usual way to write <em>all keys except these</em>: {@code (?!ts$).*}. Nested character classes,
 * which RE2 would silently interpret differently from Java, are rejected.
 */
final class KeyPattern {

    private static final int LONGEST = 255;

    private record LookAhead(Pattern pattern, boolean wanted) {}

    private final Pattern rest;
    private final List<LookAhead> lookAheads;

    private KeyPattern(Pattern rest, List<LookAhead> lookAheads) {
        this.rest = rest;
        this.lookAheads = List.copyOf(lookAheads);
    }

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException if it is invalid; the message says why
     */
    static KeyPattern of(String expression) {
        if (expression.length() > LONGEST) {
            throw new IllegalArgumentException("more than %d characters".formatted(LONGEST));
        }
        KeyPatternOutline outline = KeyPatternOutline.of(expression);
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
        return new KeyPattern(compiled(expression.substring(at)), lookAheads);
    }

    private static Pattern compiled(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Number of states of the automaton, which bounds the cost of one character of a key. */
    int size() {
        return rest.programSize()
                + lookAheads.stream().mapToInt(ahead -> ahead.pattern().programSize()).sum();
    }

    /** True if the whole key matches. */
    boolean matches(String key) {
        for (LookAhead ahead : lookAheads) {
            if (ahead.pattern().matcher(key).lookingAt() != ahead.wanted()) {
                return false;
            }
        }
        return rest.matches(key);
    }
}
