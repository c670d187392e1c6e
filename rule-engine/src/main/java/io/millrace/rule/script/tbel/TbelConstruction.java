// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mvel2.CompileException;
import org.mvel2.DataConversion;
import org.mvel2.ParserContext;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.compiler.Accessor;
import org.mvel2.compiler.ExecutableStatement;
import org.mvel2.integration.VariableResolverFactory;
import org.mvel2.util.ParseTools;
import org.mvel2.util.Varargs;

/** A new object: {@code new Type(arguments)}, checked before each run. (The library's constructors are not checked.) */
final class TbelConstruction implements Accessor {

    private final Class<?> type;
    private final TbelConstructors.Making making;
    private final ExecutableStatement[] parameters;
    private @Nullable Constructor<?> known;
    private @Nullable List<Class<?>> knownTypes;

    private TbelConstruction(
            Class<?> type, TbelConstructors.Making making, ExecutableStatement[] parameters) {
        this.type = type;
        this.making = making;
        this.parameters = parameters;
    }

    /**
     * Compiles the arguments.
     *
     * @param text the name of a class and arguments in parentheses
     */
    static TbelConstruction of(
            ParserContext context, String text, VariableResolverFactory variables)
            throws ClassNotFoundException {
        int open = text.indexOf('(');
        String name = (open < 0 ? text : text.substring(0, open)).strip();
        Class<?> type = ParseTools.findClass(variables, name, context);
        TbelConstructors.Making making = TbelConstructors.of(type);
        List<char[]> arguments = ParseTools.parseMethodOrConstructor(text.toCharArray());
        ExecutableStatement[] parameters = new ExecutableStatement[arguments.size()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] =
                    (ExecutableStatement)
                            ParseTools.subCompileExpression(arguments.get(i), context);
        }
        return new TbelConstruction(type, making, parameters);
    }

    @Override
    public Object getValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables) {
        TbelContext context = TbelContext.of(target, elContext);
        context.checkExecution();
        @Nullable Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = parameters[i].getValue(context, variables);
        }
        making.rule().check(context, null, arguments);
        Object own = making.make(context, arguments);
        return own == null ? construct(arguments) : own;
    }

    private Object construct(@Nullable Object[] arguments) {
        Constructor<?> constructor = constructorFor(arguments);
        Class<?>[] types = constructor.getParameterTypes();
        boolean varargs = constructor.isVarArgs();
        @Nullable Object[] converted = new Object[arguments.length];
        for (int i = 0; i < converted.length; i++) {
            converted[i] =
                    DataConversion.convert(
                            arguments[i], Varargs.paramTypeVarArgsSafe(types, i, varargs));
        }
        try {
            return constructor.newInstance(
                    Varargs.normalizeArgsForVarArgs(types, converted, varargs));
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof Error error) {
                throw error;
            }
            throw new ScriptRuntimeException(
                    cause == null || cause.getMessage() == null
                            ? "cannot construct " + TbelMethods.nameOf(type)
                            : cause.getMessage());
        } catch (ReflectiveOperationException e) {
            throw new ScriptRuntimeException("cannot construct " + TbelMethods.nameOf(type));
        }
    }

    private Constructor<?> constructorFor(@Nullable Object[] arguments) {
        List<Class<?>> types =
                Arrays.stream(arguments)
                        .<Class<?>>map(each -> each == null ? Void.class : each.getClass())
                        .toList();
        Constructor<?> found = known;
        if (found == null || !types.equals(knownTypes)) {
            found = ParseTools.getBestConstructorCandidate(arguments, type, false);
            if (found == null) {
                throw new ScriptRuntimeException(
                        "unable to find constructor: %s(%s)"
                                .formatted(
                                        TbelMethods.nameOf(type),
                                        types.stream()
                                                .map(TbelMethods::nameOf)
                                                .collect(Collectors.joining(", "))));
            }
            known = found;
            knownTypes = types;
        }
        return found;
    }

    /** The part of the text before the last, closing parenthesis of the arguments, and the rest. */
    static String[] split(char[] text, int start, int length) {
        String[] parts = ParseTools.captureContructorAndResidual(text, start, length);
        if (parts.length > 2) {
            throw new CompileException("cannot construct an object", text, start);
        }
        return parts;
    }

    @Override
    public @Nullable Object setValue(
            @Nullable Object target,
            @Nullable Object elContext,
            VariableResolverFactory variables,
            @Nullable Object value) {
        throw new ScriptRuntimeException("A new object cannot be assigned to");
    }

    @Override
    public Class<?> getKnownEgressType() {
        return type;
    }
}
