// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses an expression by recursive descent. From the loosest to the tightest operators: {@code + -}, then {@code * / %}
 * and multiplication without a sign ({@code 2x}), then signs, then {@code ^}, which is right-associative: {@code -2^2}
 * is -4. All three kinds of brackets are equal.
 */
final class ExpressionParser {

    private static final Map<String, Double> CONSTANTS =
            Map.of("pi", Math.PI, "π", Math.PI, "e", Math.E, "φ", 1.61803398874);

    /** An exponent needs a digit: {@code 2e} is twice the constant e. */
    private static final Pattern NUMBER =
            Pattern.compile("(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?");

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\d_]*");
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";

    private final String text;
    private final List<String> variables;
    private int at;

    /** Whether the last operand was a number, behind which another one is no factor. */
    private boolean afterNumber;

    private ExpressionParser(String text, List<String> variables) {
        this.text = text;
        this.variables = variables;
    }

    /**
     * Parses an expression.
     *
     * @param variables names of the variables, in the order of their values
     * @throws IllegalArgumentException if it is none; the message names the place
     */
    static Expression parse(String text, List<String> variables) {
        ExpressionParser parser = new ExpressionParser(text, variables);
        Expression expression = parser.sum();
        if (parser.next() != 0) {
            throw parser.unexpected("an operator or the end");
        }
        return expression;
    }

    private Expression sum() {
        Expression sum = product();
        while (true) {
            Expression left = sum;
            if (skip('+')) {
                Expression right = product();
                sum = x -> left.of(x) + right.of(x);
            } else if (skip('-')) {
                Expression right = product();
                sum = x -> left.of(x) - right.of(x);
            } else {
                return sum;
            }
        }
    }

    private Expression product() {
        Expression product = signed();
        while (true) {
            Expression left = product;
            if (skip('/')) {
                Expression right = signed();
                product = x -> Division.of(left.of(x), right.of(x));
            } else if (skip('%')) {
                Expression right = signed();
                product = x -> Division.remainder(left.of(x), right.of(x));
            } else if (skip('*') || startsOperand()) {
                Expression right = signed();
                product = x -> left.of(x) * right.of(x);
            } else {
                return product;
            }
        }
    }

    private boolean startsOperand() {
        char next = next();
        return (isNumberStart(next) && !afterNumber)
                || isNameStart(next)
                || (next != 0 && OPENING.indexOf(next) >= 0);
    }

    private Expression signed() {
        if (skip('-')) {
            Expression operand = signed();
            return x -> -operand.of(x);
        }
        return skip('+') ? signed() : power();
    }

    private Expression power() {
        Expression base = operand();
        if (!skip('^')) {
            return base;
        }
        Expression exponent = signed();
        return x -> Math.pow(base.of(x), exponent.of(x));
    }

    private Expression operand() {
        char next = next();
        if (next != 0 && OPENING.indexOf(next) >= 0) {
            at++;
            Expression inner = sum();
            close();
            return inner;
        }
        if (isNumberStart(next)) {
            double number = Double.parseDouble(token(NUMBER, "a number"));
            afterNumber = true;
            return _ -> number;
        }
        if (isNameStart(next)) {
            afterNumber = false;
            return named();
        }
        throw unexpected("a number, a variable, a function or a bracket");
    }

    /** Takes the longest start of the word that is a name: {@code xy} is the product of x and y. */
    private Expression named() {
        int begin = at;
        String word = token(NAME, "a name");
        for (int length = word.length(); length > 0; length--) {
            String name = word.substring(0, length);
            at = begin + length;
            int variable = variables.indexOf(name);
            if (variable >= 0) {
                return x -> x[variable];
            }
            @Nullable ExpressionFunction function = ExpressionFunction.ALL.get(name);
            if (function != null) {
                return call(function);
            }
            @Nullable Double constant = CONSTANTS.get(name);
            if (constant != null) {
                double value = constant;
                return _ -> value;
            }
        }
        at = begin;
        throw new IllegalArgumentException(
                "position %d: \"%s\" is neither an argument nor a function"
                        .formatted(at + 1, word));
    }

    private Expression call(ExpressionFunction function) {
        char next = next();
        if (next == 0 || OPENING.indexOf(next) < 0) {
            throw unexpected("a bracket after " + function.name());
        }
        at++;
        List<Expression> arguments = new ArrayList<>();
        do {
            arguments.add(sum());
        } while (skip(','));
        close();
        if (arguments.size() != function.arguments()) {
            throw new IllegalArgumentException(
                    "%s has %d arguments, not %d"
                            .formatted(function.name(), function.arguments(), arguments.size()));
        }
        return x ->
                function.body()
                        .applyAsDouble(
                                arguments.stream().mapToDouble(each -> each.of(x)).toArray());
    }

    private void close() {
        char next = next();
        if (next == 0 || CLOSING.indexOf(next) < 0) {
            throw unexpected("a closing bracket");
        }
        at++;
        afterNumber = false;
    }

    private static boolean isNumberStart(char next) {
        return (next >= '0' && next <= '9') || next == '.';
    }

    private static boolean isNameStart(char next) {
        return Character.isLetter(next) || next == '_';
    }

    private String token(Pattern pattern, String expected) {
        Matcher token = pattern.matcher(text).region(at, text.length());
        if (!token.lookingAt()) {
            throw unexpected(expected);
        }
        at = token.end();
        return token.group();
    }

    private boolean skip(char expected) {
        if (next() != expected) {
            return false;
        }
        at++;
        return true;
    }

    /** Returns the next character after white space without taking it; 0 at the end. */
    private char next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private IllegalArgumentException unexpected(String expected) {
        char next = next();
        return new IllegalArgumentException(
                "position %d: there must be %s, not %s"
                        .formatted(at + 1, expected, next == 0 ? "the end" : "'" + next + "'"));
    }
}
