// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.TbelRule.Cost;
import io.millrace.rule.script.tbel.value.TbelList;
import io.millrace.rule.script.tbel.value.TbelMap;
import io.millrace.rule.script.tbel.value.TbelSet;
import io.millrace.rule.script.tbel.value.TooLargeException;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;
import org.mvel2.ScriptRuntimeException;

/** Upper bounds of what methods need. A bound may be generous, because it is compared with millions. */
final class TbelCosts {

    /** Constant, or proportional to values that exist. */
    static final Cost FREE = (_, _, _, _) -> {};

    /** A few copies of target and arguments. */
    static final Cost COPY =
            (context, name, target, arguments) ->
                    context.beforeMaking(name, times(8, sizeOf(target) + sizeOfAll(arguments)));

    /** Values of the library made of a text, a few dozen bytes for each character. */
    static final Cost PARSE =
            (context, name, target, arguments) ->
                    context.beforeMaking(name, times(40, sizeOf(target) + sizeOfAll(arguments)));

    /** As many copies of the target as the first argument says. */
    static final Cost REPEAT =
            (context, name, target, arguments) ->
                    context.beforeMaking(name, times(sizeOf(target), numberAt(arguments, 0)));

    /** An array or text as long as the greatest number among the arguments, or a copy. */
    static final Cost FILL =
            (context, name, target, arguments) -> {
                long longest = 0;
                for (int i = 0; i < arguments.length; i++) {
                    if (arguments[i] instanceof Number) {
                        longest = Math.max(longest, numberAt(arguments, i));
                    }
                }
                long bytes = times(8, longest);
                context.beforeMaking(
                        name, plus(bytes, times(8, sizeOf(target) + sizeOfAll(arguments))));
            };

    /** A search for the first argument in the target, which may compare it at each position. */
    static final Cost SEARCH =
            (context, name, target, arguments) ->
                    context.beforeVisiting(
                            name, times(sizeOf(target), 1 + sizeOf(at(arguments, 0))) / 16);

    /** A search, and a copy in which the second argument may stand at each position. */
    static final Cost REPLACE =
            (context, name, target, arguments) -> {
                SEARCH.check(context, name, target, arguments);
                if (target instanceof String text
                        && at(arguments, 0) instanceof CharSequence part
                        && at(arguments, 1) instanceof CharSequence replacement) {
                    long found = occurrences(text, part.toString());
                    context.beforeMaking(
                            name,
                            times(2, plus(text.length(), times(found, replacement.length()))));
                }
            };

    /** Each element of the target is searched in the first argument, or the reverse. */
    static final Cost PRODUCT =
            (context, name, target, arguments) ->
                    context.beforeVisiting(
                            name, times(1 + sizeOf(target), 1 + sizeOf(at(arguments, 0))));

    /** Sorting, in which elements are compared as texts. */
    static final Cost SORT =
            (context, name, target, arguments) -> {
                Object sorted = isContainer(target) ? target : at(arguments, 0);
                long elements = sizeOf(sorted);
                long comparisons = (long) Long.SIZE - Long.numberOfLeadingZeros(elements);
                context.beforeVisiting(
                        name, times(comparisons, plus(times(50, elements), textOf(sorted))));
            };

    /** A text of all elements of the target and the arguments, with an argument between them. */
    static final Cost JOIN =
            (context, name, target, arguments) -> {
                long separators = 0;
                long text = textOf(target);
                long elements = sizeOf(target);
                for (Object each : arguments) {
                    if (each instanceof CharSequence separator) {
                        separators += separator.length();
                    }
                    elements += isContainer(each) ? sizeOf(each) : 1;
                    text = plus(text, textOf(each));
                }
                context.beforeMaking(name, times(8, plus(text, times(elements, 1 + separators))));
            };

    /** A text by a format, whose widths and precisions count. */
    static final Cost FORMAT =
            (context, name, target, arguments) -> {
                boolean isReceiver = target instanceof String;
                String format = String.valueOf(isReceiver ? target : formatOf(arguments));
                long longest = 400;
                for (Object each : arguments) {
                    longest = Math.max(longest, textOf(each));
                }
                context.beforeMaking(name, times(4, lengthOf(format, longest)));
            };

    /** The first argument is changed, so it must be a value of the script. */
    static final Cost CHANGE =
            (context, name, target, arguments) -> {
                Object changed = at(arguments, 0);
                if (!(changed instanceof TbelList || changed instanceof TbelSet)) {
                    throw new ScriptRuntimeException(
                            name + " is not allowed with a list that is not in a variable");
                }
            };

    private TbelCosts() {}

    /** Texts of at most this many characters, as patterns of dates. */
    static Cost shortTexts(int max) {
        return (context, name, target, arguments) -> {
            for (Object each : arguments) {
                if (each instanceof CharSequence text && text.length() > max) {
                    throw new TooLargeException(
                            "%s: a text may have at most %d characters, and this one has %d"
                                    .formatted(name, max, text.length()));
                }
            }
        };
    }

    static boolean isContainer(@Nullable Object value) {
        return value instanceof Collection || value instanceof Map;
    }

    /** Characters or elements, or 1 for other values. */
    static long sizeOf(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case ExecutionContext _ -> 0;
            case CharSequence text -> text.length();
            case Collection<?> collection -> collection.size();
            case Map<?, ?> map -> map.size();
            default -> value.getClass().isArray() ? Array.getLength(value) : 1;
        };
    }

    private static long sizeOfAll(@Nullable Object[] arguments) {
        long size = 0;
        for (Object each : arguments) {
            size += sizeOf(each);
            if (each instanceof Object[] more) {
                size += sizeOfAll(more);
            }
        }
        return size;
    }

    /** Upper bound of the characters of a value's text. Writes the text of inner lists and maps to know it. */
    private static long textOf(@Nullable Object value) {
        return switch (value) {
            case null -> 4;
            case ExecutionContext _ -> 0;
            case CharSequence text -> text.length();
            case TbelList<?> list -> list.stream().mapToLong(TbelCosts::elementText).sum();
            case TbelSet<?> set -> set.stream().mapToLong(TbelCosts::elementText).sum();
            case TbelMap<?, ?> map -> map.toString().length();
            case Collection<?> collection ->
                    collection.stream().mapToLong(TbelCosts::elementText).sum();
            case Object[] array -> {
                long all = 0;
                for (Object each : array) {
                    all = plus(all, textOf(each));
                }
                yield all;
            }
            default -> value.getClass().isArray() ? times(25, Array.getLength(value)) : 1300;
        };
    }

    private static long elementText(@Nullable Object element) {
        return switch (element) {
            case String text -> text.length();
            case Number _ -> 25;
            case null -> 4;
            default -> element.toString().length();
        };
    }

    private static @Nullable Object formatOf(@Nullable Object[] arguments) {
        return at(arguments, 0) instanceof String format ? format : at(arguments, 1);
    }

    /** The length of the format, its numbers (widths, precisions) and an argument for each specifier. */
    private static long lengthOf(String format, long longest) {
        long length = format.length();
        long number = 0;
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c >= '0' && c <= '9') {
                number = Math.min(Integer.MAX_VALUE, 10 * number + c - '0');
            } else {
                length += number;
                number = 0;
                length = c == '%' ? plus(length, longest) : length;
            }
        }
        return length;
    }

    private static long occurrences(String text, String part) {
        if (part.isEmpty()) {
            return text.length() + 1L;
        }
        long found = 0;
        for (int i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + part.length())) {
            found++;
        }
        return found;
    }

    private static @Nullable Object at(@Nullable Object[] arguments, int i) {
        return i < arguments.length ? arguments[i] : null;
    }

    /** Returns the number, or the greatest one for a value whose conversion is not known here. */
    private static long numberAt(@Nullable Object[] arguments, int i) {
        return switch (at(arguments, i)) {
            case Number number -> Math.max(0, number.longValue());
            case Character c -> c;
            case null, default -> Long.MAX_VALUE;
        };
    }

    private static long plus(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static long times(long a, long b) {
        return a > 0 && b > Long.MAX_VALUE / a ? Long.MAX_VALUE : a * b;
    }
}
