// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.AccessorNode;
import org.mvel2.compiler.ExecutableStatement;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.optimizers.impl.refl.nodes.MethodAccessor;

/** Replaces the library's call of a method with a regular expression. */
final class TbelRegexAccessor implements AccessorNode {

    private static final long serialVersionUID = 1;

    private final transient MethodAccessor original;

    TbelRegexAccessor(MethodAccessor original) {
        this.original = original;
    }

    @Override
    public @Nullable Object getValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables) {
        if (!(elContext instanceof TbelContext context) || !(target instanceof String text)) {
            throw new ScriptRuntimeException(
                    "Expected a string to call " + original.getMethod().getName());
        }
        ExecutableStatement[] parameters = original.getParms();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = parameters[i].getValue(elContext, variables);
        }
        Object result = TbelRegex.call(context, original.getMethod(), text, arguments);
        AccessorNode next = getNextNode();
        return next == null ? result : next.getValue(result, elContext, variables);
    }

    @Override
    public Object setValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables,
            @Nullable Object value) {
        throw new ScriptRuntimeException("The result of a method cannot be assigned to");
    }

    @Override
    public @Nullable AccessorNode getNextNode() {
        return original.getNextNode();
    }

    @Override
    public @Nullable AccessorNode setNextNode(@Nullable AccessorNode next) {
        return original.setNextNode(next);
    }

    @Override
    public Class<?> getKnownEgressType() {
        return original.getKnownEgressType();
    }
}
