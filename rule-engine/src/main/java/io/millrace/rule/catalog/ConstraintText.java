// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import jakarta.validation.Constraint;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.stream.Stream;

/** Describes Jakarta Validation's constraints in words that follow "must be". */
final class ConstraintText {

    private ConstraintText() {}

    /** Returns the text of each constraint among the annotations; an unknown constraint by its name. */
    static Stream<String> of(Annotation[] annotations) {
        return Arrays.stream(annotations)
                .filter(annotation ->
                        annotation.annotationType().isAnnotationPresent(Constraint.class))
                .map(ConstraintText::of);
    }

    private static String of(Annotation constraint) {
        return switch (constraint) {
            case NotNull _ -> "not null";
            case NotBlank _ -> "not blank";
            case NotEmpty _ -> "not empty";
            case Min min -> "at least " + min.value();
            case Max max -> "at most " + max.value();
            case DecimalMin min -> (min.inclusive() ? "at least " : "more than ") + min.value();
            case DecimalMax max -> (max.inclusive() ? "at most " : "less than ") + max.value();
            case Positive _ -> "more than 0";
            case PositiveOrZero _ -> "at least 0";
            case Size size -> size(size);
            case Pattern pattern -> "like `" + pattern.regexp() + "`";
            default -> constraint.annotationType().getSimpleName();
        };
    }

    private static String size(Size size) {
        if (size.max() == Integer.MAX_VALUE) {
            return "at least %d long".formatted(size.min());
        }
        return size.min() == 0
                ? "at most %d long".formatted(size.max())
                : "%d to %d long".formatted(size.min(), size.max());
    }
}
