// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.value.TbelMap;
import org.jspecify.annotations.Nullable;
import org.mvel2.CompileException;
import org.mvel2.ParserContext;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.Accessor;
import org.mvel2.compiler.ExecutableStatement;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.util.ParseTools;

/** An assignment to {@code target.name} with the target compiled. (The library would call any setter.) */
final class TbelMemberAssignment implements Accessor {

    private final ExecutableStatement target;
    private final String name;

    private TbelMemberAssignment(ExecutableStatement target, String name) {
        this.target = target;
        this.name = name;
    }

    static TbelMemberAssignment of(ParserContext context, String leftSide) {
        String text = leftSide.strip();
        int dot = TbelSource.lastDot(text);
        if (dot <= 0) {
            throw new ScriptRuntimeException("cannot assign to " + text);
        }
        String name = text.substring(dot + 1).strip();
        char[] path = text.substring(0, dot).strip().toCharArray();
        return new TbelMemberAssignment(
                (ExecutableStatement) ParseTools.subCompileExpression(path, context),
                name.startsWith("?") ? name.substring(1) : name);
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable Object setValue(
            @Nullable Object ctx,
            @Nullable Object elContext,
            VariableResolverFactory variables,
            @Nullable Object value) {
        Object changed = target.getValue(ctx, elContext, variables);
        switch (changed) {
            case TbelMap<?, ?> map -> ((TbelMap<Object, @Nullable Object>) map).put(name, value);
            case null -> throw refused("null has no member " + name);
            default ->
                    throw refused(
                            "Members can be assigned in maps only, but %s.%s is not in a map"
                                    .formatted(TbelMethods.nameOf(changed.getClass()), name));
        }
        return value;
    }

    /** The type of exception whose text the library keeps. */
    private CompileException refused(String what) {
        return new CompileException(what, name.toCharArray(), 0);
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
