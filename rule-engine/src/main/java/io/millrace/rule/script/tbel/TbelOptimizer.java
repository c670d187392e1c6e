// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.Nullable;
import org.mvel2.CompileException;
import org.mvel2.ParserContext;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.Accessor;
import org.mvel2.compiler.AccessorNode;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.optimizers.impl.refl.ReflectiveAccessorOptimizer;
import org.mvel2.optimizers.impl.refl.nodes.MethodAccessor;
import org.mvel2.optimizers.impl.refl.nodes.PropertyHandlerAccessor;
import org.mvel2.optimizers.impl.refl.nodes.Union;

/**
 * The library's reflective optimiser with checks: of each method and constructor before it runs, of members that are
 * read, of values that an operator may take; and with left sides of assignments that are compiled. (The library
 * interprets an index there outside its sandbox: {@code a['x'.getClass().getClassLoader()…] = 1} would reach the host.)
 * Public because the library creates instances through the class.
 */
@SuppressWarnings("rawtypes") // the library's signatures
public final class TbelOptimizer extends ReflectiveAccessorOptimizer {

    /** The context of the call during which something is compiled; null before the first call. */
    private @Nullable TbelContext running;

    /** The object that was created while its creation was compiled. */
    private @Nullable Object created;

    private @Nullable Class egress;

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
        created = null;
        egress = null;
        running = contextOf(ctx, thisRef);
        try {
            TbelConstants.check(new String(property, start, offset), variables);
            Accessor root =
                    guard(
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
            return root == null ? null : new TbelValueAccessor(root);
        } catch (ScriptRuntimeException e) {
            throw new CompileException(String.valueOf(e.getMessage()), property, start, e);
        } catch (CompileException e) {
            // If the method does not exist, the library reports the start of the script as the
            // position.
            if (e.getCursor() == 0) {
                e.setCursor(start);
            }
            throw e;
        }
    }

    private static @Nullable TbelContext contextOf(@Nullable Object ctx, @Nullable Object thisRef) {
        return ctx instanceof TbelContext context
                ? context
                : thisRef instanceof TbelContext context ? context : null;
    }

    @Override
    public @Nullable Object getResultOptPass() {
        if (created != null) {
            return created;
        }
        Object value = super.getResultOptPass();
        TbelContext context = running;
        return context == null ? value : context.read(value);
    }

    @Override
    public @Nullable Class getEgressType() {
        return egress == null ? super.getEgressType() : egress;
    }

    @Override
    public Accessor optimizeObjectCreation(
            ParserContext context,
            char[] property,
            int start,
            int offset,
            @Nullable Object ctx,
            @Nullable Object thisRef,
            VariableResolverFactory variables) {
        String[] parts = TbelConstruction.split(property, start, offset);
        try {
            Accessor made = TbelConstruction.of(context, parts[0], variables);
            boolean hasRest = parts.length == 2 && !parts[1].isBlank();
            Accessor whole =
                    hasRest
                            ? new Union(context, made, parts[1].toCharArray(), 0, parts[1].length())
                            : made;
            Object value = whole.getValue(ctx, thisRef, variables);
            created = value;
            egress = value == null ? null : value.getClass();
            return whole;
        } catch (ClassNotFoundException e) {
            throw new CompileException(
                    "could not resolve class: " + e.getMessage(), property, start, e);
        } catch (ScriptRuntimeException e) {
            throw new CompileException(String.valueOf(e.getMessage()), property, start, e);
        }
    }

    @Override
    public Accessor optimizeCollection(
            ParserContext context,
            Object graph,
            @Nullable Class type,
            char[] property,
            int start,
            int offset,
            @Nullable Object ctx,
            @Nullable Object thisRef,
            @Nullable VariableResolverFactory variables) {
        created = null;
        egress = type;
        if (type != null && type.isArray() && !type.getComponentType().equals(Object.class)) {
            return super.optimizeCollection(
                    context, graph, type, property, start, offset, ctx, thisRef, variables);
        }
        Accessor literal = TbelLiterals.compile(context, graph);
        return property != null && offset > 0
                ? new Union(context, literal, property, start, offset)
                : literal;
    }

    @Override
    public Accessor optimizeSetAccessor(
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
        String leftSide = new String(property, start, offset);
        Accessor indexed = TbelIndexAssignment.of(context, leftSide);
        Accessor assignment =
                indexed == null ? TbelMemberAssignment.of(context, leftSide) : indexed;
        assignment.setValue(ctx, thisRef, variables, value);
        return assignment;
    }

    private static @Nullable Accessor guard(@Nullable Accessor root) {
        Accessor guarded = root;
        AccessorNode previous = null;
        Accessor each = root;
        while (each instanceof AccessorNode node) {
            AccessorNode replacement =
                    switch (node) {
                        case MethodAccessor method -> new TbelMethodAccessor(method);
                        case PropertyHandlerAccessor member -> new TbelPropertyAccessor(member);
                        default -> node;
                    };
            if (!replacement.equals(node)) {
                if (previous == null) {
                    guarded = replacement;
                } else {
                    AccessorNode _ = previous.setNextNode(replacement);
                }
            }
            previous = replacement;
            each = replacement.getNextNode();
        }
        return guarded;
    }
}
