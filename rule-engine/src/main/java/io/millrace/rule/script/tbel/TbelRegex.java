// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Method;
import java.util.Set;
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

    private TbelRegex() {}

    static boolean isRegex(Method method) {
        return method.getDeclaringClass() == String.class && METHODS.contains(method.getName());
    }

    static Object call(TbelContext context, Method method, String text, Object[] arguments) {
        Pattern pattern = Pattern.compile(textOf(arguments[0]));
        CharSequence guarded = new GuardedText(text, context);
        return switch (method.getName()) {
            case "matches" -> pattern.matcher(guarded).matches();
            case "replaceAll" -> pattern.matcher(guarded).replaceAll(textOf(arguments[1]));
            case "replaceFirst" -> pattern.matcher(guarded).replaceFirst(textOf(arguments[1]));
            case "split" -> pattern.split(guarded, limitOf(arguments));
            default -> pattern.splitWithDelimiters(guarded, limitOf(arguments));
        };
    }

    private static String textOf(@Nullable Object argument) {
        return DataConversion.convert(argument, String.class);
    }

    private static int limitOf(Object[] arguments) {
        return arguments.length < 2 ? 0 : DataConversion.convert(arguments[1], Integer.class);
    }

    private record GuardedText(CharSequence text, TbelContext context) implements CharSequence {

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            context.checkExecution();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
