// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import io.millrace.rule.node.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calculates the result of the arguments of a message, in their configured order. */
@FunctionalInterface
interface Calculation {

    /** The longest custom function, in characters. */
    int LONGEST = 256;

    /** The most arguments of a custom function. */
    int MOST_ARGUMENTS = 16;

    /** @throws ArithmeticException if there is no result */
    double of(double[] arguments);

    /**
     * Returns the calculation of an operation.
     *
     * @param function the custom function; null: none
     * @throws InvalidConfigurationException if the operation does not fit the arguments, or the function is no
     *     expression of them
     */
    static Calculation by(
            Operation operation, @Nullable String function, List<MathArgument> arguments) {
        if (operation == Operation.CUSTOM) {
            Expression expression = custom(function, arguments);
            return expression::of;
        }
        if (operation.arguments() != arguments.size()) {
            throw new InvalidConfigurationException(
                    "arguments: %s has %d, not %d"
                            .formatted(operation, operation.arguments(), arguments.size()));
        }
        return operation::apply;
    }

    private static Expression custom(@Nullable String function, List<MathArgument> arguments) {
        if (arguments.size() > MOST_ARGUMENTS) {
            throw new InvalidConfigurationException(
                    "arguments: there must be at most %d, not %d"
                            .formatted(MOST_ARGUMENTS, arguments.size()));
        }
        if (function == null || function.isBlank()) {
            throw new InvalidConfigurationException("customFunction: must not be blank");
        }
        if (function.length() > LONGEST) {
            throw new InvalidConfigurationException(
                    "customFunction: must have at most %d characters, not %d"
                            .formatted(LONGEST, function.length()));
        }
        List<String> names = names(arguments);
        try {
            return ExpressionParser.parse(function, names);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException("customFunction: " + e.getMessage(), e);
        }
    }

    private static List<String> names(List<MathArgument> arguments) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String name = arguments.get(i).name();
            if (name == null || !name.matches("[\\p{L}_][\\p{L}\\d_]*")) {
                throw new InvalidConfigurationException(
                        "arguments[%d].name: must consist of letters, digits and _, not \"%s\""
                                .formatted(i, name == null ? "" : name));
            }
            if (ExpressionFunction.ALL.containsKey(name) || names.contains(name)) {
                throw new InvalidConfigurationException(
                        "arguments[%d].name: \"%s\" is the name of a function or of another argument"
                                .formatted(i, name));
            }
            names.add(name);
        }
        return names;
    }
}
