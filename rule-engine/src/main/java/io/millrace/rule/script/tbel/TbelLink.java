// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.AccessorNode;
import org.mvel2.integration.VariableResolverFactory;

/** A link in a chain of members and methods, such as {@code .b} in {@code a.b.c()}; takes the place of the library's. */
abstract class TbelLink implements AccessorNode {

    private static final long serialVersionUID = 1;

    private @Nullable AccessorNode next;

    /** @param next the link after this one, or null */
    TbelLink(@Nullable AccessorNode next) {
        this.next = next;
    }

    /** Returns the value of this link alone. */
    abstract @Nullable Object valueOf(
            @Nullable Object target, @Nullable Object elContext, VariableResolverFactory variables);

    /** Says that nothing can be assigned to this link. */
    abstract String notAssignable();

    @Override
    public final @Nullable Object getValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables) {
        Object value = valueOf(target, elContext, variables);
        return next == null ? value : next.getValue(value, elContext, variables);
    }

    @Override
    public final @Nullable Object setValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables,
            @Nullable Object value) {
        AccessorNode assigned = next;
        if (assigned == null) {
            throw new ScriptRuntimeException(notAssignable());
        }
        return assigned.setValue(
                valueOf(target, elContext, variables), elContext, variables, value);
    }

    @Override
    public final @Nullable AccessorNode getNextNode() {
        return next;
    }

    @Override
    public final @Nullable AccessorNode setNextNode(@Nullable AccessorNode node) {
        next = node;
        return node;
    }
}
