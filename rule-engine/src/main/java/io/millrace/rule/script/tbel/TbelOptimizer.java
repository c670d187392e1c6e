// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.Nullable;
import org.mvel2.CompileException;
import org.mvel2.ParserContext;
import org.mvel2.compiler.Accessor;
import org.mvel2.compiler.AccessorNode;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.optimizers.impl.refl.ReflectiveAccessorOptimizer;
import org.mvel2.optimizers.impl.refl.nodes.MethodAccessor;

/**
 * The library's reflective optimiser with two holes closed: calls of regular expressions can be stopped, and an index
 * on the left of an assignment is compiled. (The library interprets it outside its sandbox: {@code
 * a['x'.getClass().getClassLoader()…] = 1} would reach the host.) Public because the library creates instances through
 * the class.
 */
@SuppressWarnings("rawtypes") // the library's signatures
public final class TbelOptimizer extends ReflectiveAccessorOptimizer {

    @Override
    public @Nullable Accessor optimizeAccessor(
            ParserContext context,
            char[] property,
            int start,
            int offset,
            @Nullable Object ctx,
            @Nullable Object thisRef,
            VariableResolverFactory variables,
            boolean rootThisRef,
            @Nullable Class ingressType) {
        try {
            return guard(
                    super.optimizeAccessor(
                            context,
                            property,
                            start,
                            offset,
                            ctx,
                            thisRef,
                            variables,
                            rootThisRef,
                            ingressType));
        } catch (CompileException e) {
            // If the method does not exist, the library reports the start of the script as the
            // position.
            if (e.getCursor() == 0) {
                e.setCursor(start);
            }
            throw e;
        }
    }

    @Override
    public @Nullable Accessor optimizeObjectCreation(
            ParserContext context,
            char[] property,
            int start,
            int offset,
            @Nullable Object ctx,
            @Nullable Object thisRef,
            VariableResolverFactory variables) {
        return guard(
                super.optimizeObjectCreation(
                        context, property, start, offset, ctx, thisRef, variables));
    }

    @Override
    public @Nullable Accessor optimizeSetAccessor(
            ParserContext context,
            char[] property,
            int start,
            int offset,
            @Nullable Object ctx,
            @Nullable Object thisRef,
            VariableResolverFactory variables,
            boolean rootThisRef,
            @Nullable Object value,
            @Nullable Class ingressType) {
        TbelIndexAssignment assignment =
                TbelIndexAssignment.of(context, new String(property, start, offset));
        if (assignment == null) {
            return super.optimizeSetAccessor(
                    context,
                    property,
                    start,
                    offset,
                    ctx,
                    thisRef,
                    variables,
                    rootThisRef,
                    value,
                    ingressType);
        }
        assignment.setValue(ctx, thisRef, variables, value);
        return assignment;
    }

    private static @Nullable Accessor guard(@Nullable Accessor root) {
        Accessor guarded = root;
        AccessorNode previous = null;
        Accessor each = root;
        while (each instanceof AccessorNode node) {
            if (node instanceof MethodAccessor method && TbelRegex.isRegex(method.getMethod())) {
                TbelRegexAccessor replacement = new TbelRegexAccessor(method);
                if (previous == null) {
                    guarded = replacement;
                } else {
                    AccessorNode _ = previous.setNextNode(replacement);
                }
                node = replacement;
            }
            previous = node;
            each = node.getNextNode();
        }
        return guarded;
    }
}
