// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mvel2.ParserConfiguration;
import org.mvel2.util.MethodStub;

/** The functions that scripts call by name: every public static method of the classes listed here. */
public final class TbelFunctions {

    private static final List<Class<?>> HOLDERS =
            List.of(
                    Base64Functions.class,
                    BitFunctions.class,
                    ByteFunctions.class,
                    ByteNumberFunctions.class,
                    CollectionFunctions.class,
                    GeoFunctions.class,
                    HexNumberFunctions.class,
                    NumberFunctions.class,
                    NumberTextFunctions.class,
                    TextFunctions.class);

    private static final Map<String, Class<?>> BY_NAME = byName();

    private TbelFunctions() {}

    /** The names of the functions, each with the class that has the methods of that name; sorted. */
    public static Map<String, Class<?>> all() {
        return BY_NAME;
    }

    /** True if scripts can call a function of this name. */
    public static boolean contains(String name) {
        return BY_NAME.containsKey(name);
    }

    /** Registers the functions for the scripts of a configuration. */
    public static void register(ParserConfiguration configuration) {
        BY_NAME.forEach((name, holder) -> configuration.addImport(name, new Stub(holder, name)));
    }

    private static Map<String, Class<?>> byName() {
        Map<String, Class<?>> all = new TreeMap<>();
        for (Class<?> holder : HOLDERS) {
            for (Method method : holder.getDeclaredMethods()) {
                int modifiers = method.getModifiers();
                if (Modifier.isPublic(modifiers)
                        && Modifier.isStatic(modifiers)
                        && !method.isSynthetic()) {
                    Class<?> other = all.put(method.getName(), holder);
                    if (other != null && other != holder) {
                        throw new IllegalStateException(
                                "two classes hold a function " + method.getName());
                    }
                }
            }
        }
        return java.util.Collections.unmodifiableMap(all);
    }

    /** A stub that cannot be redirected to another method, because all scripts of the process share the stubs. */
    private static final class Stub extends MethodStub {

        Stub(Class<?> holder, String name) {
            super(holder, name);
        }

        @Override
        @SuppressWarnings("rawtypes") // the library's signature
        public void setClassReference(Class holder) {
            throw new UnsupportedOperationException("a function cannot be changed");
        }

        @Override
        public void setMethodName(String name) {
            throw new UnsupportedOperationException("a function cannot be changed");
        }
    }
}
