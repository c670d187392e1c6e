// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.integration.PropertyHandler;
import org.mvel2.integration.PropertyHandlerFactory;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.util.PropertyTools;

/**
 * The members that scripts may read with a dot: those of maps, the constants of allowed classes, and getters that are
 * allowed as methods. (By itself the library calls any getter, without a check.)
 */
final class TbelProperties extends PropertyHandlerFactory {

    private static final PropertyHandler READER =
            new PropertyHandler() {
                @Override
                public @Nullable Object getProperty(
                        String name, Object target, VariableResolverFactory variables) {
                    return read(name, target);
                }

                @Override
                public Object setProperty(
                        String name,
                        Object target,
                        VariableResolverFactory variables,
                        Object value) {
                    throw new ScriptRuntimeException(
                            "Members can be assigned in maps only: " + name);
                }
            };

    private TbelProperties() {}

    /** Makes the library read all members here. */
    @SuppressWarnings("rawtypes") // the library's signatures
    static void install() {
        propertyHandlerClass =
                new HashMap<Class, PropertyHandler>() {

                    private static final long serialVersionUID = 1;

                    @Override
                    public boolean containsKey(Object type) {
                        return true;
                    }

                    @Override
                    public PropertyHandler get(Object type) {
                        return READER;
                    }
                };
    }

    /** Returns a member of a value. */
    static @Nullable Object read(String name, Object target) {
        return switch (target) {
            case Map<?, ?> map ->
                    name.equals("empty") && !map.containsKey(name)
                            ? (Object) map.isEmpty()
                            : map.get(name);
            case Map.Entry<?, ?> entry when name.equals("key") -> entry.getKey();
            case Map.Entry<?, ?> entry when name.equals("value") -> entry.getValue();
            case Class<?> type -> TbelConstants.read(type, name);
            default ->
                    target.getClass().isArray() && name.equals("length")
                            ? (Object) Array.getLength(target)
                            : getter(name, target);
        };
    }

    private static @Nullable Object getter(String name, Object target) {
        Member member = PropertyTools.getFieldOrAccessor(target.getClass(), name);
        if (member instanceof Method method) {
            TbelRule rule = TbelMethods.find(method, target);
            if (rule != null && rule.isFree()) {
                return invoke(method, target);
            }
        }
        throw new ScriptRuntimeException(
                "%s has no member %s that a script may read"
                        .formatted(TbelMethods.nameOf(target.getClass()), name));
    }

    private static @Nullable Object invoke(Method method, Object target) {
        try {
            return method.invoke(target);
        } catch (InvocationTargetException e) {
            throw new ScriptRuntimeException(String.valueOf(e.getCause()));
        } catch (IllegalAccessException e) {
            throw new ScriptRuntimeException(
                    "Method is not allowed: %s".formatted(method.getName()));
        }
    }
}
