// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.Nullable;
import org.mvel2.compiler.Accessor;
import org.mvel2.integration.VariableResolverFactory;

/** A value that a script reads, checked before an operator takes it. */
record TbelValueAccessor(Accessor root) implements Accessor {

    @Override
    public @Nullable Object getValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables) {
        Object value = root.getValue(target, elContext, variables);
        return elContext instanceof TbelContext context ? context.read(value) : value;
    }

    @Override
    public @Nullable Object setValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables,
            @Nullable Object value) {
        return root.setValue(target, elContext, variables, value);
    }

    @Override
    public Class<?> getKnownEgressType() {
        return root.getKnownEgressType();
    }
}
