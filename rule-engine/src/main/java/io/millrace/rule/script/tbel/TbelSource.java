// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.tbel.function.TbelFunctions;
import java.util.Set;

/** Checks the text of a script before the library's own parser. */
final class TbelSource {

    /** Statements that the library interprets outside its sandbox. */
    private static final Set<String> REFUSED_WORDS = Set.of("with", "stacklang");

    /** Operators whose cost has no bound. */
    private static final Set<String> REFUSED_OPERATORS = Set.of("soundex", "strsim");

    private static final Set<String> FUNCTION_WORDS = Set.of("def", "function");

    /** Changes of variables in one statement. In functions, texts that they make are not counted. */
    private static final int MAX_CHANGES = 3;

    private TbelSource() {}

    /**
     * Rejects constructs that cannot be run within limits.
     *
     * @return the operators that bound the values which the script may read
     * @throws InvalidConfigurationException with line and column
     */
    static TbelOperators check(String text) {
        boolean power = false;
        boolean contains = false;
        boolean functions = false;
        int changes = 0;
        int excess = -1;
        for (int i = 0; i < text.length(); ) {
            int next = skip(text, i);
            if (next > i) {
                i = next;
            } else if (text.startsWith(".{", i)) {
                throw refused(text, i, "expected the name of a property or method");
            } else if (isChange(text, i)) {
                changes++;
                excess = changes > MAX_CHANGES && excess < 0 ? i : excess;
                i += 2;
            } else if (text.startsWith("**", i)) {
                power = true;
                i += 2;
            } else if (isDigit(text.charAt(i))) {
                i = endOfNumber(text, i);
            } else if (Character.isJavaIdentifierStart(text.charAt(i))) {
                int end = endOfWord(text, i);
                String word = text.substring(i, end);
                if (!isProperty(text, i) && !isKey(text, end)) {
                    if (REFUSED_WORDS.contains(word)) {
                        throw refused(text, i, "the statement \"" + word + "\" is not available");
                    }
                    if (REFUSED_OPERATORS.contains(word)) {
                        throw refused(text, i, "the operator \"" + word + "\" is not available");
                    }
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
                if (word.equals(TbelMatch.NAME)) {
                    throw refused(text, i, "the name \"%s\" is reserved".formatted(word));
                }
                contains |= word.equals("contains") && !isProperty(text, i);
                functions |= FUNCTION_WORDS.contains(word);
                i = end;
            } else {
                changes = ";{}".indexOf(text.charAt(i)) >= 0 ? 0 : changes;
                i++;
            }
        }
        if (functions && excess >= 0) {
            throw refused(
                    text,
                    excess,
                    "a statement of a script with functions may have at most %d of ++, --, += and the like"
                            .formatted(MAX_CHANGES));
        }
        return new TbelOperators(power, contains);
    }

    /** True for {@code ++}, {@code --}, {@code +=} and the like, whose value the library does not show to the engine. */
    private static boolean isChange(String text, int i) {
        char c = text.charAt(i);
        char following = i + 1 < text.length() ? text.charAt(i + 1) : 0;
        return (following == '=' && "+-*/%&|^#".indexOf(c) >= 0)
                || (following == c && (c == '+' || c == '-'));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the end of a number; refuses those of Java's large types, with which the compiler calculates. */
    private static int endOfNumber(String text, int start) {
        int end = start + 1;
        while (end < text.length()
                && (Character.isJavaIdentifierPart(text.charAt(end))
                        || (text.charAt(end) == '.'
                                && end + 1 < text.length()
                                && isDigit(text.charAt(end + 1))))) {
            end++;
        }
        boolean isHex = text.startsWith("0x", start) || text.startsWith("0X", start);
        char last = text.charAt(end - 1);
        if (!isHex && (last == 'B' || last == 'I')) {
            throw refused(
                    text, start, "numbers with the suffix %c are not available".formatted(last));
        }
        return end;
    }

    /** Returns the index of the last dot that is not inside brackets; −1 if there is none. */
    static int lastDot(String text) {
        return last(text, '.');
    }

    /** Returns the index of the last {@code [} that is not inside other brackets; −1 if there is none. */
    static int lastIndexOpening(String text) {
        return last(text, '[');
    }

    private static int last(String text, char wanted) {
        int depth = 0;
        int last = -1;
        for (int i = 0; i < text.length(); ) {
            int next = skip(text, i);
            if (next > i) {
                i = next;
                continue;
            }
            if (depth == 0 && text.charAt(i) == wanted) {
                last = i;
            }
            switch (text.charAt(i)) {
                case '[', '(', '{' -> depth++;
                case ']', ')', '}' -> depth--;
                default -> {}
            }
            i++;
        }
        return last;
    }

    /** Returns the end of the string or comment that starts here, or the same position. */
    static int skip(String text, int i) {
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

    static InvalidConfigurationException refused(String text, int position, String what) {
        int line = 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
        int column = position - text.lastIndexOf('\n', position - 1);
        return new InvalidConfigurationException(
                "script: %s (line %d, column %d)".formatted(what, line, column));
    }
}
