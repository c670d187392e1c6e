// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.node.InvalidConfigurationException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/** Holds a configuration against the constraints that its record bears (Jakarta Validation). Says all that is wrong at once. */
final class ConfigurationRules {

    private static final Validator VALIDATOR = validator();

    private ConfigurationRules() {}

    private static Validator validator() {
        try (ValidatorFactory factory =
                Validation.byDefaultProvider()
                        .configure()
                        .messageInterpolator(
                                new ParameterMessageInterpolator(
                                        Set.of(Locale.ENGLISH), Locale.ENGLISH, false))
                        .buildValidatorFactory()) {
            return factory.getValidator();
        }
    }

    /**
     * Checks a configuration.
     *
     * @throws InvalidConfigurationException if it breaks any of its constraints
     */
    static <C> C checked(C configuration) {
        Set<ConstraintViolation<C>> violations = VALIDATOR.validate(configuration);
        if (violations.isEmpty()) {
            return configuration;
        }
        List<String> faults = violations.stream().map(ConfigurationRules::fault).sorted().toList();
        throw new InvalidConfigurationException(faults);
    }

    /** The path without the words of Jakarta Validation for what lies inside a container: {@code keys[2].<list element>}. */
    private static String field(ConstraintViolation<?> violation) {
        return violation
                .getPropertyPath()
                .toString()
                .replaceAll("\\.?<[^>]*>", "")
                .replace("[]", "");
    }

    private static String fault(ConstraintViolation<?> violation) {
        Object value = violation.getInvalidValue();
        return "%s: %s, but got %s"
                .formatted(
                        field(violation),
                        violation.getMessage(),
                        value instanceof String ? "\"%s\"".formatted(value) : value);
    }
}
