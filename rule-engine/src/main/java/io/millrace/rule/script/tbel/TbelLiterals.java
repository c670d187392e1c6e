// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.value.TbelList;
import io.millrace.rule.script.tbel.value.TbelMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mvel2.ParserContext;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.Accessor;
import org.mvel2.compiler.ExecutableAccessor;
import org.mvel2.compiler.ExecutableStatement;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.util.ParseTools;

/** Lists and maps that are written in a script, which become those of {@code script.tbel.value}. */
final class TbelLiterals {

    private TbelLiterals() {}

    /**
     * Compiles a literal.
     *
     * @param graph lists, maps and arrays, with the text of each element
     */
    static Accessor compile(ParserContext context, Object graph) {
        return switch (graph) {
            case List<?> list -> new ListLiteral(compileAll(context, list));
            case Object[] array -> new ListLiteral(compileAll(context, Arrays.asList(array)));
            case Map<?, ?> map ->
                    new MapLiteral(
                            compileAll(context, map.keySet()), compileAll(context, map.values()));
            default -> new Element(statement(context, (String) graph));
        };
    }

    private static List<Accessor> compileAll(ParserContext context, Collection<?> graphs) {
        List<Accessor> all = new ArrayList<>(graphs.size());
        for (Object each : graphs) {
            all.add(compile(context, each));
        }
        return all;
    }

    private static ExecutableStatement statement(ParserContext context, String text) {
        return (ExecutableStatement) ParseTools.subCompileExpression(text.toCharArray(), context);
    }

    /** An expression whose value has no place of its own. */
    private interface Literal extends Accessor {

        @Override
        default Object setValue(
                @Nullable Object target,
                @Nullable Object elContext,
                VariableResolverFactory variables,
                @Nullable Object value) {
            throw new ScriptRuntimeException("A literal cannot be assigned to");
        }
    }

    private record Element(ExecutableStatement statement) implements Literal {

        @Override
        public @Nullable Object getValue(
                @Nullable Object target,
                @Nullable Object elContext,
                VariableResolverFactory variables) {
            return statement.getValue(elContext, variables);
        }

        /** Returns the key that it is in a map: a name stands for itself. */
        @Nullable Object key(@Nullable Object elContext, VariableResolverFactory variables) {
            return statement instanceof ExecutableAccessor accessor
                    ? accessor.getNode().getName()
                    : statement.getValue(elContext, variables);
        }

        @Override
        public Class<?> getKnownEgressType() {
            return statement.getKnownEgressType();
        }
    }

    private record ListLiteral(List<Accessor> elements) implements Literal {

        @Override
        public Object getValue(
                @Nullable Object target,
                @Nullable Object elContext,
                VariableResolverFactory variables) {
            TbelContext context = TbelContext.of(target, elContext);
            TbelList<@Nullable Object> list = new TbelList<>(context);
            for (Accessor each : elements) {
                list.add(each.getValue(target, elContext, variables));
            }
            return list;
        }

        @Override
        public Class<?> getKnownEgressType() {
            return List.class;
        }
    }

    private record MapLiteral(List<Accessor> keys, List<Accessor> values) implements Literal {

        @Override
        public Object getValue(
                @Nullable Object target,
                @Nullable Object elContext,
                VariableResolverFactory variables) {
            TbelContext context = TbelContext.of(target, elContext);
            TbelMap<@Nullable Object, @Nullable Object> map =
                    new TbelMap<>(2 * keys.size(), context);
            for (int i = 0; i < keys.size(); i++) {
                Object key =
                        keys.get(i) instanceof Element element
                                ? element.key(elContext, variables)
                                : keys.get(i).getValue(target, elContext, variables);
                map.put(key, values.get(i).getValue(target, elContext, variables));
            }
            return map;
        }

        @Override
        public Class<?> getKnownEgressType() {
            return Map.class;
        }
    }
}
