// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.optimizers.impl.refl.nodes.PropertyHandlerAccessor;

/** Reads a member by {@link TbelProperties}, also of a value whose class changes from call to call. */
final class TbelPropertyAccessor extends TbelLink {

    private static final long serialVersionUID = 1;
    private static final Field NAME = nameField();

    private final String name;

    /** Takes the place of the library's accessor in its chain. */
    TbelPropertyAccessor(PropertyHandlerAccessor original) {
        super(original.getNextNode());
        try {
            this.name = (String) NAME.get(original);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
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
    @Nullable Object valueOf(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables) {
        if (target == null) {
            throw new NullPointerException("null has no member " + name);
        }
        return TbelProperties.read(name, target);
    }

    @Override
    String notAssignable() {
        return "Members can be assigned in maps only: " + name;
    }

    @Override
    public Class<?> getKnownEgressType() {
        return Object.class;
    }
}
