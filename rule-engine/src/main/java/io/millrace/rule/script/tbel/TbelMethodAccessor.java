// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.AccessorNode;
import org.mvel2.compiler.ExecutableStatement;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.optimizers.impl.refl.nodes.MethodAccessor;

/**
 * A call of a method that is checked before each run. It evaluates the arguments, checks them, and then lets the
 * library's accessor convert them and call the method.
 */
final class TbelMethodAccessor extends TbelLink {

    private static final long serialVersionUID = 1;

    private final transient MethodAccessor original;
    private final transient ExecutableStatement[] parameters;
    private final transient TbelHeldValue[] held;
    private transient @Nullable Class<?> knownTarget;
    private transient @Nullable TbelRule knownRule;

    /** Takes the place of the library's accessor in its chain. */
    TbelMethodAccessor(MethodAccessor original) {
        super(original.getNextNode());
        this.original = original;
        ExecutableStatement[] given = original.getParms();
        this.parameters = given == null ? new ExecutableStatement[0] : given;
        this.held = new TbelHeldValue[parameters.length];
        for (int i = 0; i < held.length; i++) {
            held[i] = new TbelHeldValue();
        }
        if (given != null) {
            original.setParms(held);
        }
        AccessorNode _ = original.setNextNode(null);
    }

    @Override
    @Nullable Object valueOf(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables) {
        if (!(elContext instanceof TbelContext context)) {
            throw new ScriptRuntimeException("a method was called outside a script");
        }
        context.checkExecution();
        @Nullable Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = parameters[i].getValue(elContext, variables);
        }
        Method method = original.getMethod();
        ruleFor(method, target).check(context, target, arguments);
        if (target instanceof String text && TbelRegex.isRegex(method)) {
            return TbelRegex.call(context, method, text, arguments);
        }
        for (int i = 0; i < arguments.length; i++) {
            held[i].hold(arguments[i]);
        }
        return original.getValue(target, elContext, variables);
    }

    private TbelRule ruleFor(Method method, @Nullable Object target) {
        Class<?> type = target == null ? Void.class : target.getClass();
        TbelRule rule = knownRule;
        if (rule == null || type != knownTarget || target instanceof Class) {
            rule = TbelMethods.ruleOf(method, target);
            knownRule = rule;
            knownTarget = type;
        }
        return rule;
    }

    @Override
    String notAssignable() {
        return "The result of a method cannot be assigned to";
    }

    @Override
    public Class<?> getKnownEgressType() {
        return original.getKnownEgressType();
    }
}
