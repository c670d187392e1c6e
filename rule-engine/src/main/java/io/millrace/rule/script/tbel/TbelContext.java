// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.util.StaticStub;

/**
 * The context of one call of a TBEL script: counts its memory (in the library) and ends it when it is stopped, also in
 * recursions and regular expressions.
 */
final class TbelContext extends ExecutionContext {

    private static final long serialVersionUID = 1;

    /** Static methods by which an allowed class would read or change state of the host. */
    private static final Set<String> HOST_METHODS =
            Set.of("getInteger", "getLong", "getBoolean", "setDefault");

    private static final Set<Class<?>> HOST_CLASSES =
            Set.of(Integer.class, Long.class, Boolean.class, Locale.class, TimeZone.class);

    TbelContext(long maxMemory) {
        super(TbelSandbox.configuration(), maxMemory);
    }

    /** Checks for a stop without a loop, too, because a function may call itself endlessly. */
    @Override
    public void enterStack() {
        checkExecution();
        super.enterStack();
    }

    /** Checks a method when it is bound: once for each place in the script and compiled form. */
    @Override
    public Object[] checkInvocation(Method method, @Nullable Object target, Object[] arguments) {
        checkExecution();
        if (target instanceof ExecutionContext
                || target instanceof Throwable
                || target instanceof StaticStub
                || target instanceof Member
                || isOfHost(method)
                || isOfObject(method)) {
            throw new ScriptRuntimeException("Method is not allowed: " + method.getName());
        }
        if (target instanceof String text && TbelRegex.isRegex(method)) {
            // The library itself calls the method directly this first time. If the guarded call
            // ends, the library's call ends too.
            Object _ = TbelRegex.call(this, method, text, arguments);
        }
        return super.checkInvocation(method, target, arguments);
    }

    private static boolean isOfHost(Method method) {
        return HOST_METHODS.contains(method.getName())
                && HOST_CLASSES.contains(method.getDeclaringClass());
    }

    private static boolean isOfObject(Method method) {
        return method.getDeclaringClass() == Object.class
                && (method.getName().startsWith("notify") || method.getName().equals("wait"));
    }
}
