// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.Nullable;
import org.mvel2.compiler.ExecutableStatement;
import org.mvel2.integration.VariableResolverFactory;

/** An argument that has been evaluated, in the form in which the library takes arguments. For one thread. */
@SuppressWarnings("rawtypes") // the library's signatures
final class TbelHeldValue implements ExecutableStatement {

    private static final long serialVersionUID = 1;

    private transient @Nullable Object value;

    void hold(@Nullable Object newValue) {
        value = newValue;
    }

    @Override
    public @Nullable Object getValue(
            @Nullable Object context, @Nullable VariableResolverFactory variables) {
        return value;
    }

    @Override
    public @Nullable Object getValue(
            @Nullable Object context,
            @Nullable Object elContext,
            @Nullable VariableResolverFactory variables) {
        return value;
    }

    @Override
    public @Nullable Object setValue(
            @Nullable Object context,
            @Nullable Object elContext,
            @Nullable VariableResolverFactory variables,
            @Nullable Object newValue) {
        throw new UnsupportedOperationException("an argument is not assigned to");
    }

    @Override
    public void setKnownIngressType(Class type) {}

    @Override
    public void setKnownEgressType(Class type) {}

    @Override
    public Class getKnownIngressType() {
        return Object.class;
    }

    @Override
    public Class getKnownEgressType() {
        return Object.class;
    }

    @Override
    public boolean isExplicitCast() {
        return false;
    }

    @Override
    public boolean isConvertableIngressEgress() {
        return true;
    }

    @Override
    public void computeTypeConversionRule() {}

    @Override
    public boolean intOptimized() {
        return false;
    }

    @Override
    public boolean isLiteralOnly() {
        return false;
    }

    @Override
    public boolean isEmptyStatement() {
        return false;
    }
}
