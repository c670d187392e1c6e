// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mvel2.DataConversion;

/**
 * The string methods with regular expressions, on a text that checks at every character whether the script must end.
 * {@code java.util.regex} itself cannot be stopped, and some patterns take it practically endless time.
 */
final class TbelRegex {

    private static final Set<String> METHODS =
            Set.of("matches", "replaceAll", "replaceFirst", "split", "splitWithDelimiters");

    /** A part of a text, its place in an array, and their headers, at most. */
    private static final long BYTES_OF_PART = 60;

    private TbelRegex() {}

    static boolean isRegex(Method method) {
        return method.getDeclaringClass() == String.class && METHODS.contains(method.getName());
    }

    static Object call(
            TbelContext context, Method method, String text, @Nullable Object[] arguments) {
        Pattern pattern = Pattern.compile(textOf(arguments[0]));
        CharSequence guarded = new GuardedText(text, context);
        return switch (method.getName()) {
            case "matches" -> pattern.matcher(guarded).matches();
            case "replaceAll" ->
                    replaceAll(context, pattern.matcher(guarded), textOf(arguments[1]));
            case "replaceFirst" ->
                    replaceFirst(context, pattern.matcher(guarded), textOf(arguments[1]));
            case "split" -> {
                context.beforeMaking("String.split", BYTES_OF_PART * text.length());
                yield pattern.split(guarded, limitOf(arguments));
            }
            default -> {
                context.beforeMaking("String.splitWithDelimiters", BYTES_OF_PART * text.length());
                yield pattern.splitWithDelimiters(guarded, limitOf(arguments));
            }
        };
    }

    private static String replaceAll(TbelContext context, Matcher matcher, String replacement) {
        StringBuilder replaced = new StringBuilder();
        while (matcher.find()) {
            checkReplacement(context, "String.replaceAll", matcher, replacement, replaced);
            matcher.appendReplacement(replaced, replacement);
        }
        matcher.appendTail(replaced);
        return replaced.toString();
    }

    private static String replaceFirst(TbelContext context, Matcher matcher, String replacement) {
        StringBuilder replaced = new StringBuilder();
        if (matcher.find()) {
            checkReplacement(context, "String.replaceFirst", matcher, replacement, replaced);
            matcher.appendReplacement(replaced, replacement);
        }
        matcher.appendTail(replaced);
        return replaced.toString();
    }

    /** Checks the size of one replacement, in which each {@code $} may stand for the whole match. */
    private static void checkReplacement(
            TbelContext context,
            String name,
            Matcher matcher,
            String replacement,
            StringBuilder replaced) {
        context.checkExecution();
        long groups = replacement.chars().filter(c -> c == '$').count();
        long match = (long) matcher.end() - matcher.start();
        context.beforeMaking(name, 2 * (replaced.length() + replacement.length() + groups * match));
    }

    private static String textOf(@Nullable Object argument) {
        return DataConversion.convert(argument, String.class);
    }

    private static int limitOf(@Nullable Object[] arguments) {
        return arguments.length < 2 ? 0 : DataConversion.convert(arguments[1], Integer.class);
    }
}
