// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

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
 * One call of a TBEL script: counts its memory (the library does) and ends it when it is told to, in recursions and
 * regular expressions too.
 */
final class TbelContext extends ExecutionContext {

    private static final long serialVersionUID = 1;

    /** Static methods by which an allowed class would show or change what belongs to the host. */
    private static final Set<String> HOST_METHODS =
            Set.of("getInteger", "getLong", "getBoolean", "setDefault");

    private static final Set<Class<?>> HOST_CLASSES =
            Set.of(Integer.class, Long.class, Boolean.class, Locale.class, TimeZone.class);

    TbelContext(long maxMemory) {
        super(TbelSandbox.configuration(), maxMemory);
    }

    /** Also where no loop would ask: a function may call itself for ever. */
    @Override
    public void enterStack() {
        checkExecution();
        super.enterStack();
    }

    /** Called where a method is bound: once per place in the script and compiled form. */
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
            // The library calls the method itself this once; when this has come to an end, so will
            // that.
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
