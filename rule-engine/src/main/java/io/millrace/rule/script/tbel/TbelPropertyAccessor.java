// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.AccessorNode;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.optimizers.impl.refl.nodes.PropertyHandlerAccessor;

/** Reads a member by {@link TbelProperties}, also of a value whose class changes from call to call. */
final class TbelPropertyAccessor implements AccessorNode {

    private static final long serialVersionUID = 1;
    private static final Field NAME = nameField();

    private final String name;
    private @Nullable AccessorNode next;

    /** Takes the place of the library's accessor in its chain. */
    TbelPropertyAccessor(PropertyHandlerAccessor original) {
        try {
            this.name = (String) NAME.get(original);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        this.next = original.getNextNode();
    }

    private static Field nameField() {
        try {
            Field field = PropertyHandlerAccessor.class.getDeclaredField("propertyName");
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(
                    "this version of the TBEL library keeps the names of members elsewhere", e);
        }
    }

    @Override
    public @Nullable Object getValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables) {
        Object value = read(target);
        return next == null ? value : next.getValue(value, elContext, variables);
    }

    private @Nullable Object read(@Nullable Object target) {
        if (target == null) {
            throw new NullPointerException("null has no member " + name);
        }
        return TbelProperties.read(name, target);
    }

    @Override
    public @Nullable Object setValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables,
            @Nullable Object value) {
        AccessorNode assigned = next;
        if (assigned == null) {
            throw new ScriptRuntimeException("Members can be assigned in maps only: " + name);
        }
        return assigned.setValue(read(target), elContext, variables, value);
    }

    @Override
    public @Nullable AccessorNode getNextNode() {
        return next;
    }

    @Override
    public @Nullable AccessorNode setNextNode(@Nullable AccessorNode node) {
        next = node;
        return node;
    }

    @Override
    public Class<?> getKnownEgressType() {
        return Object.class;
    }
}
