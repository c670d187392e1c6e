// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.function.TbelDate;
import io.millrace.rule.script.tbel.function.TbelFunctions;
import io.millrace.rule.script.tbel.function.TbelJson;
import java.lang.reflect.Field;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.mvel2.MVEL;
import org.mvel2.ParserContext;
import org.mvel2.SandboxedParserConfiguration;
import org.mvel2.optimizers.AccessorOptimizer;
import org.mvel2.optimizers.OptimizerFactory;
import org.mvel2.optimizers.impl.refl.ReflectiveAccessorOptimizer;

/**
 * The classes that TBEL scripts may use. The library's own sandbox allows all of {@code java.util} (timers that start
 * threads, formatters that write files); here the allowed classes are listed one by one. The library keeps its sandbox
 * and its optimisers in static fields, so this is set once for the process.
 */
final class TbelSandbox {

    private static final Set<String> CLASSES =
            Set.of(
                    "java.util.ArrayList",
                    "java.util.Arrays",
                    "java.util.Base64",
                    "java.util.Calendar",
                    "java.util.Collection",
                    "java.util.Collections",
                    "java.util.Date",
                    "java.util.GregorianCalendar",
                    "java.util.HashMap",
                    "java.util.HashSet",
                    "java.util.Iterator",
                    "java.util.LinkedHashMap",
                    "java.util.LinkedHashSet",
                    "java.util.LinkedList",
                    "java.util.List",
                    "java.util.Locale",
                    "java.util.Map",
                    "java.util.Objects",
                    "java.util.Optional",
                    "java.util.Random",
                    "java.util.Set",
                    "java.util.StringJoiner",
                    "java.util.StringTokenizer",
                    "java.util.TimeZone",
                    "java.util.TreeMap",
                    "java.util.TreeSet",
                    "java.util.UUID");

    /** By their simple and their full names. Filled once, by {@link #configure}. */
    private static final Map<String, Class<?>> VISIBLE = new ConcurrentHashMap<>();

    /** Held, because a logger that nothing holds loses its level. */
    private static final Logger LIBRARY_LOG =
            Logger.getLogger(ReflectiveAccessorOptimizer.class.getName());

    private static final SandboxedParserConfiguration CONFIGURATION = configure();

    private TbelSandbox() {}

    static SandboxedParserConfiguration configuration() {
        return CONFIGURATION;
    }

    /** Returns a compiled script for use by one thread at a time. */
    static Object compile(String body) {
        return MVEL.compileExpression(body, new ParserContext(CONFIGURATION));
    }

    private static SandboxedParserConfiguration configure() {
        SandboxedParserConfiguration configuration = ParserContext.enableSandboxedMode();
        configuration.registerDataType("Random", Random.class, value -> 8L);
        configuration.registerDataType("Calendar", Calendar.class, value -> 8L);
        configuration.registerDataType("Date", TbelDate.class, value -> 8L);
        configuration.addImport("JSON", TbelJson.class);
        TbelFunctions.register(configuration);
        TbelMatch.register(configuration);
        Map<String, Class<?>> classes = new HashMap<>();
        for (String name : CLASSES) {
            classes.put(name, classOf(name));
        }
        configuration
                .getImports()
                .forEach((name, imported) -> {
                    if (imported instanceof Class<?> type) {
                        classes.put(name, type);
                        classes.put(type.getName(), type);
                    }
                });
        VISIBLE.putAll(classes);
        configuration.setClassLoader(new NamedClassesOnly(Set.copyOf(classes.keySet())));
        // The library logs errors of scripts with their stack traces; they are the authors' to see.
        LIBRARY_LOG.setLevel(Level.OFF);
        TbelProperties.install();
        installOptimizer();
        return configuration;
    }

    private static Class<?> classOf(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the class that scripts know by this name, simple or with its package; null if there is none. */
    static @Nullable Class<?> visible(String name) {
        return VISIBLE.get(name);
    }

    static boolean isVisible(Class<?> type) {
        return VISIBLE.containsValue(type);
    }

    /** Installs the optimiser by reflection, because the library has no API to add one. */
    @SuppressWarnings("unchecked")
    private static void installOptimizer() {
        try {
            Field optimizers = OptimizerFactory.class.getDeclaredField("accessorCompilers");
            optimizers.setAccessible(true);
            ((Map<String, AccessorOptimizer>) optimizers.get(null))
                    .put(OptimizerFactory.SAFE_REFLECTIVE, new TbelOptimizer());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this version of the TBEL library keeps its optimisers elsewhere", e);
        }
        OptimizerFactory.setDefaultOptimizer(OptimizerFactory.SAFE_REFLECTIVE);
    }

    private static final class NamedClassesOnly extends ClassLoader {

        private final Set<String> names;

        NamedClassesOnly(Set<String> names) {
            super(TbelSandbox.class.getClassLoader());
            this.names = names;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!names.contains(name)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
