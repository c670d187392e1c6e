// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.integration.VariableResolverFactory;

/** The static members of classes that scripts may read: constants. (The library would call static getters, too.) */
final class TbelConstants {

    private static final Pattern MEMBER =
            Pattern.compile(
                    "\\s*((?:[a-z_]\\w*\\s*\\.\\s*)*[A-Z]\\w*)\\s*\\.\\s*\\??\\s*([A-Za-z_$][\\w$]*)\\s*([(]?)");

    private TbelConstants() {}

    /**
     * Checks an expression that begins with a class and a member.
     *
     * @throws ScriptRuntimeException if the member is neither a method nor a constant
     */
    static void check(String expression, @Nullable VariableResolverFactory variables) {
        Matcher matcher = MEMBER.matcher(expression);
        if (!matcher.lookingAt() || !matcher.group(3).isEmpty()) {
            return;
        }
        String name = matcher.group(1).replaceAll("\\s", "");
        Class<?> type = TbelSandbox.visible(name);
        if (type != null && !isVariable(name, variables)) {
            Field _ = constant(type, matcher.group(2));
        }
    }

    private static boolean isVariable(String name, @Nullable VariableResolverFactory variables) {
        return variables != null
                && variables.isResolveable(name)
                && !(variables.getVariableResolver(name).getValue() instanceof Class);
    }

    /** Returns the value of a constant. */
    static @Nullable Object read(Class<?> type, String name) {
        try {
            return constant(type, name).get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field constant(Class<?> type, String name) {
        if (TbelSandbox.isVisible(type)) {
            for (Field field : type.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getName().equals(name)) {
                    return field;
                }
            }
        }
        throw new ScriptRuntimeException(
                "%s has no constant %s that a script may read"
                        .formatted(TbelMethods.nameOf(type), name));
    }
}
