// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison of a value, or several comparisons of the same value. */
public sealed interface ValuePredicate {

    /**
     * True if the comparison holds.
     *
     * @param left the value on the left side
     * @param dynamicOnly whether the right side must be a dynamic value
     */
    boolean holds(Value left, EvaluationContext context, boolean dynamicOnly);

    /** A comparison of texts. */
    record Text(TextOperation operation, Operand right, boolean ignoreCase)
            implements ValuePredicate {

        @Override
        public boolean holds(Value left, EvaluationContext context, boolean dynamicOnly) {
            @Nullable Value value = right.resolved(context, dynamicOnly);
            return value != null && operation.test(cased(left), cased(value));
        }

        private String cased(Value value) {
            String text = value.asText();
            return ignoreCase ? text.toLowerCase(Locale.ROOT) : text;
        }
    }

    /** A comparison of numbers; numbers are equal if they are exactly equal. */
    record Numeric(NumericOperation operation, Operand right) implements ValuePredicate {

        @Override
        public boolean holds(Value left, EvaluationContext context, boolean dynamicOnly) {
            double number = Conversions.number(left);
            double other = right.number(context, dynamicOnly);
            return !Double.isNaN(number) && !Double.isNaN(other) && operation.test(number, other);
        }
    }

    /** A comparison of Booleans. */
    record Truth(TruthOperation operation, Operand right) implements ValuePredicate {

        @Override
        public boolean holds(Value left, EvaluationContext context, boolean dynamicOnly) {
            @Nullable Value value = right.resolved(context, dynamicOnly);
            return value != null
                    && operation.test(Conversions.truth(left), Conversions.truth(value));
        }
    }

    /** Several comparisons of the same value. */
    record Complex(ComplexOperation operation, List<ValuePredicate> predicates)
            implements ValuePredicate {

        public Complex {
            predicates = List.copyOf(predicates);
        }

        @Override
        public boolean holds(Value left, EvaluationContext context, boolean dynamicOnly) {
            boolean all = operation == ComplexOperation.AND;
            for (ValuePredicate each : predicates) {
                if (each.holds(left, context, dynamicOnly) != all) {
                    return !all;
                }
            }
            return all;
        }
    }

    /** How several comparisons are joined. */
    enum ComplexOperation {
        AND,
        OR
    }

    /** The comparisons of Booleans. */
    enum TruthOperation {
        EQUAL,
        NOT_EQUAL;

        boolean test(boolean left, boolean right) {
            return (left == right) == (this == EQUAL);
        }
    }

    /** The comparisons of numbers. */
    enum NumericOperation {
        EQUAL,
        NOT_EQUAL,
        GREATER,
        LESS,
        GREATER_OR_EQUAL,
        LESS_OR_EQUAL;

        boolean test(double left, double right) {
            return switch (this) {
                case EQUAL -> left == right;
                case NOT_EQUAL -> left != right;
                case GREATER -> left > right;
                case LESS -> left < right;
                case GREATER_OR_EQUAL -> left >= right;
                case LESS_OR_EQUAL -> left <= right;
            };
        }
    }

    /** The comparisons of texts. */
    enum TextOperation {
        EQUAL,
        NOT_EQUAL,
        STARTS_WITH,
        ENDS_WITH,
        CONTAINS,
        NOT_CONTAINS,
        IN,
        NOT_IN;

        boolean test(String left, String right) {
            return switch (this) {
                case EQUAL -> left.equals(right);
                case NOT_EQUAL -> !left.equals(right);
                case STARTS_WITH -> left.startsWith(right);
                case ENDS_WITH -> left.endsWith(right);
                case CONTAINS -> left.contains(right);
                case NOT_CONTAINS -> !left.contains(right);
                case IN -> TextList.of(right).contains(left);
                case NOT_IN -> !TextList.of(right).contains(left);
            };
        }
    }
}
