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

/** Checks a configuration against the Jakarta Validation constraints of its record. Reports all violations at once. */
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
     * @throws InvalidConfigurationException if it violates any constraint
     */
    static <C> C checked(C configuration) {
        Set<ConstraintViolation<C>> violations = VALIDATOR.validate(configuration);
        if (violations.isEmpty()) {
            return configuration;
        }
        List<String> faults = violations.stream().map(ConfigurationRules::fault).sorted().toList();
        throw new InvalidConfigurationException(faults);
    }

    /**
     * Returns the property path without the markers of Jakarta Validation for container elements: {@code keys[2].<list
     * element>}.
     */
    private static String field(ConstraintViolation<?> violation) {
        return violation
                .getPropertyPath()
                .toString()
                .replaceAll("\\.?<[^>]*>", "")
                .replace("[]", "");
    }

    private static String fault(ConstraintViolation<?> violation) {
        Object value = violation.getInvalidValue();
        return "%s: %s, got %s"
                .formatted(
                        field(violation),
                        violation.getMessage(),
                        value instanceof String ? "\"%s\"".formatted(value) : value);
    }
}
