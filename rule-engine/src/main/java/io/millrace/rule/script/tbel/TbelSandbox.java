// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.function.TbelDate;
import io.millrace.rule.script.tbel.function.TbelFunctions;
import io.millrace.rule.script.tbel.function.TbelJson;
import java.lang.reflect.Field;
import java.util.Calendar;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.mvel2.MVEL;
import org.mvel2.ParserContext;
import org.mvel2.SandboxedParserConfiguration;
import org.mvel2.optimizers.AccessorOptimizer;
import org.mvel2.optimizers.OptimizerFactory;

/**
 * The classes that TBEL scripts may use. The library's own sandbox allows all of {@code java.util} (timers that start
 * threads, formatters that write files); here the allowed classes are listed one by one. The library keeps its sandbox
 * and its optimisers in static fields, so this is set once for the process.
 */
final class TbelSandbox {

    private static final Set<String> CLASSES =
            Set.of(
                    "java.math.BigDecimal",
                    "java.math.BigInteger",
                    "java.util.ArrayList",
                    "java.util.Arrays",
                    "java.util.Base64",
                    "java.util.BitSet",
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
        Set<String> classes = new HashSet<>(CLASSES);
        for (Object imported : configuration.getImports().values()) {
            if (imported instanceof Class<?> type) {
                classes.add(type.getName());
            }
        }
        configuration.setClassLoader(new NamedClassesOnly(Set.copyOf(classes)));
        installOptimizer();
        return configuration;
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
