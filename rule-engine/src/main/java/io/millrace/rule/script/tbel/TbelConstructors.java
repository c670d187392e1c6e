// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.TbelRule.Cost;
import io.millrace.rule.script.tbel.function.TbelDate;
import io.millrace.rule.script.tbel.value.MeteredContext;
import io.millrace.rule.script.tbel.value.TbelList;
import io.millrace.rule.script.tbel.value.TbelMap;
import io.millrace.rule.script.tbel.value.TbelSet;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;

/** The classes of which scripts may create objects. Java's lists, maps and sets become those of scripts. */
final class TbelConstructors {

    /** What is created in place of an object of Java's class. */
    @FunctionalInterface
    private interface Substitute {

        Object make(MeteredContext context, @Nullable Object first);
    }

    /** How an object of a class is created. */
    record Making(TbelRule rule, @Nullable Substitute substitute) {

        /** Returns an object in place of Java's; null if there is no such object. */
        @Nullable Object make(MeteredContext context, @Nullable Object[] arguments) {
            return substitute == null
                    ? null
                    : substitute.make(context, arguments.length == 0 ? null : arguments[0]);
        }
    }

    private static final Map<Class<?>, Making> ALL = new LinkedHashMap<>();

    static {
        for (Class<?> type :
                List.of(
                        Integer.class,
                        Long.class,
                        Short.class,
                        Byte.class,
                        Double.class,
                        Float.class,
                        Boolean.class,
                        Character.class,
                        Random.class,
                        UUID.class,
                        Date.class,
                        Calendar.class,
                        GregorianCalendar.class)) {
            allow(type, TbelCosts.FREE, null);
        }
        allow(String.class, TbelCosts.COPY, null);
        allow(TbelDate.class, TbelCosts.shortTexts(1000), null);
        allow(Locale.class, TbelCosts.shortTexts(100), null);
        allow(StringJoiner.class, TbelCosts.COPY, null);
        allow(StringTokenizer.class, TbelCosts.PRODUCT, null);
        for (Class<?> type : List.of(TreeSet.class, TreeMap.class)) {
            allow(type, TbelCosts.COPY, null);
        }
        for (Class<?> type : List.of(ArrayList.class, LinkedList.class)) {
            allow(type, TbelCosts.COPY, TbelConstructors::list);
        }
        for (Class<?> type : List.of(HashSet.class, LinkedHashSet.class)) {
            allow(type, TbelCosts.COPY, TbelConstructors::set);
        }
        for (Class<?> type : List.of(HashMap.class, LinkedHashMap.class)) {
            allow(type, TbelCosts.COPY, TbelConstructors::map);
        }
    }

    private TbelConstructors() {}

    private static void allow(Class<?> type, Cost cost, @Nullable Substitute substitute) {
        ALL.put(type, new Making(new TbelRule("new " + type.getSimpleName(), cost), substitute));
    }

    /**
     * Returns how an object is created.
     *
     * @throws ScriptRuntimeException if that is not allowed
     */
    static Making of(Class<?> type) {
        Making making = ALL.get(type);
        if (making == null) {
            throw new ScriptRuntimeException(
                    "Constructor is not allowed: %s; allowed are %s"
                            .formatted(
                                    type.getSimpleName(),
                                    String.join(
                                            ", ",
                                            ALL.keySet().stream()
                                                    .map(TbelMethods::nameOfClass)
                                                    .sorted()
                                                    .toList())));
        }
        return making;
    }

    private static Object list(MeteredContext context, @Nullable Object first) {
        return first instanceof Collection<?> elements
                ? new TbelList<>(elements, context)
                : new TbelList<>(context);
    }

    private static Object set(MeteredContext context, @Nullable Object first) {
        return first instanceof Collection<?> elements
                ? new TbelSet<>(elements, context)
                : new TbelSet<>(context);
    }

    private static Object map(MeteredContext context, @Nullable Object first) {
        return first instanceof Map<?, ?> entries
                ? new TbelMap<>(entries, context)
                : new TbelMap<>(16, context);
    }
}
