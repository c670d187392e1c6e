// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.value.TbelList;
import io.millrace.rule.script.tbel.value.TbelMap;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.mvel2.DataConversion;
import org.mvel2.ParserContext;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.Accessor;
import org.mvel2.compiler.ExecutableStatement;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.util.ParseTools;

/** An assignment to {@code target[index]} with both parts compiled. */
final class TbelIndexAssignment implements Accessor {

    private final ExecutableStatement target;
    private final ExecutableStatement index;

    private TbelIndexAssignment(ExecutableStatement target, ExecutableStatement index) {
        this.target = target;
        this.index = index;
    }

    /** Returns null if the left side does not end with an index. */
    static @Nullable TbelIndexAssignment of(ParserContext context, String leftSide) {
        String text = leftSide.strip();
        int open = TbelSource.lastIndexOpening(text);
        if (open <= 0 || !text.endsWith("]")) {
            return null;
        }
        return new TbelIndexAssignment(
                compile(context, text.substring(0, open)),
                compile(context, text.substring(open + 1, text.length() - 1)));
    }

    private static ExecutableStatement compile(ParserContext context, String text) {
        return (ExecutableStatement) ParseTools.subCompileExpression(text.toCharArray(), context);
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable Object setValue(
            @Nullable Object ctx,
            @Nullable Object elContext,
            VariableResolverFactory variables,
            @Nullable Object value) {
        Object collection = target.getValue(ctx, elContext, variables);
        Object position = index.getValue(ctx, elContext, variables);
        switch (collection) {
            case TbelMap<?, ?> map ->
                    ((TbelMap<@Nullable Object, @Nullable Object>) map).put(position, value);
            case TbelList<?> list ->
                    ((TbelList<@Nullable Object>) list).set(toInt(position), value);
            case null -> throw new ScriptRuntimeException("null has no element [" + position + "]");
            default -> {
                if (!collection.getClass().isArray()) {
                    throw new ScriptRuntimeException("Expected a map, a list or an array before [");
                }
                Class<?> type = collection.getClass().getComponentType();
                Array.set(collection, toInt(position), DataConversion.convert(value, type));
            }
        }
        return value;
    }

    private static int toInt(@Nullable Object position) {
        return DataConversion.convert(position, Integer.class);
    }

    @Override
    public @Nullable Object getValue(
            @Nullable Object ctx, @Nullable Object elContext, VariableResolverFactory variables) {
        throw new UnsupportedOperationException("an assignment's left side is not read");
    }

    @Override
    public Class<?> getKnownEgressType() {
        return Object.class;
    }
}
