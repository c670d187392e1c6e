// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.tbel.function.TbelFunctions;
import java.util.Set;

/** Checks the text of a script before the library's own parser. */
final class TbelSource {

    /** Statements that the library interprets outside its sandbox. */
    private static final Set<String> REFUSED_WORDS = Set.of("with", "stacklang");

    private TbelSource() {}

    /**
     * Rejects constructs that cannot be run within limits.
     *
     * @throws InvalidConfigurationException with line and column
     */
    static void check(String text) {
        for (int i = 0; i < text.length(); ) {
            int next = skip(text, i);
            if (next > i) {
                i = next;
            } else if (text.startsWith("~=", i)) {
                throw refused(
                        text, i, "the operator ~= is not available; use text.matches(pattern)");
            } else if (text.startsWith(".{", i)) {
                throw refused(text, i, "expected the name of a property or method");
            } else if (Character.isJavaIdentifierStart(text.charAt(i))) {
                int end = endOfWord(text, i);
                String word = text.substring(i, end);
                if (REFUSED_WORDS.contains(word) && !isProperty(text, i) && !isKey(text, end)) {
                    throw refused(text, i, "the statement \"" + word + "\" is not available");
                }
                if (TbelFunctions.contains(word) && next(text, end) != '(') {
                    // As a value it would be the host's object that represents the method; also as
                    // a member, which the library takes for a value after a literal.
                    throw refused(
                            text,
                            i,
                            "\"%s\" is a function: expected ( after it, or ['%s'] for a member"
                                    .formatted(word, word));
                }
                i = end;
            } else {
                i++;
            }
        }
    }

    /** Returns the index of the last {@code [} that is not inside other brackets; −1 if there is none. */
    static int lastIndexOpening(String text) {
        int depth = 0;
        int last = -1;
        for (int i = 0; i < text.length(); ) {
            int next = skip(text, i);
            if (next > i) {
                i = next;
                continue;
            }
            switch (text.charAt(i)) {
                case '[', '(', '{' -> {
                    if (depth == 0 && text.charAt(i) == '[') {
                        last = i;
                    }
                    depth++;
                }
                case ']', ')', '}' -> depth--;
                default -> {}
            }
            i++;
        }
        return last;
    }

    /** Returns the end of the string or comment that starts here, or the same position. */
    private static int skip(String text, int i) {
        char c = text.charAt(i);
        if (c == '\'' || c == '"') {
            int end = i + 1;
            while (end < text.length() && text.charAt(end) != c) {
                end += text.charAt(end) == '\\' ? 2 : 1;
            }
            return Math.min(end + 1, text.length());
        }
        if (text.startsWith("//", i)) {
            int end = text.indexOf('\n', i);
            return end < 0 ? text.length() : end;
        }
        if (text.startsWith("/*", i)) {
            int end = text.indexOf("*/", i + 2);
            return end < 0 ? text.length() : end + 2;
        }
        return i;
    }

    private static int endOfWord(String text, int start) {
        int end = start;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isProperty(String text, int start) {
        int before = start - 1;
        while (before >= 0 && Character.isWhitespace(text.charAt(before))) {
            before--;
        }
        if (before > 0 && text.charAt(before) == '?') {
            before--;
        }
        return before >= 0 && text.charAt(before) == '.';
    }

    private static boolean isKey(String text, int end) {
        return next(text, end) == ':';
    }

    /** Returns the next character that is neither blank nor part of a comment; 0 at the end. */
    private static char next(String text, int from) {
        int i = from;
        while (i < text.length()) {
            int after = text.charAt(i) == '/' ? skip(text, i) : i;
            if (after > i) {
                i = after;
            } else if (Character.isWhitespace(text.charAt(i))) {
                i++;
            } else {
                return text.charAt(i);
            }
        }
        return 0;
    }

    private static InvalidConfigurationException refused(String text, int position, String what) {
        int line = 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
        int column = position - text.lastIndexOf('\n', position - 1);
        return new InvalidConfigurationException(
                "script: %s (line %d, column %d)".formatted(what, line, column));
    }
}
