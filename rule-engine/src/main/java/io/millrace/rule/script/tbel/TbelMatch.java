// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.pattern.LinearPattern;
import io.millrace.rule.script.tbel.value.MeteredContext;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;
import org.mvel2.ParserConfiguration;
import org.mvel2.util.MethodStub;

/** What the operator {@code ~=} does. Public because the library calls it by reflection. */
public final class TbelMatch {

    /** The name by which the library calls it; no word of a script may be it. */
    static final String NAME = "$matches";

    private static final String WHAT = "the operator ~=";

    private TbelMatch() {}

    static void register(ParserConfiguration configuration) {
        configuration.addImport(NAME, new MethodStub(TbelMatch.class, "matches"));
    }

    /** True if the whole text of a value matches an expression. The time is linear in the length of the text. */
    public static boolean matches(
            ExecutionContext context, @Nullable Object value, @Nullable Object expression) {
        LinearPattern pattern = patternOf(String.valueOf(expression));
        String text = String.valueOf(value);
        ((MeteredContext) context)
                .beforeVisiting(WHAT, (long) pattern.size() * (text.length() + 1) / 16);
        return pattern.matches(new GuardedText(text, context));
    }

    private static LinearPattern patternOf(String expression) {
        try {
            return LinearPattern.of(expression);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s cannot use the expression: %s; text.matches(expression) takes all of Java's"
                            .formatted(WHAT, e.getMessage()),
                    e);
        }
    }
}
