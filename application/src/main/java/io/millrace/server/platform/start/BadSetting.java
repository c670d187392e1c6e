// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.ResolvableType;
import org.springframework.util.unit.DataSize;

/** Builds the error message for an invalid setting. */
final class BadSetting {

    private BadSetting() {}

    /**
     * @param failure the failure of the binding
     * @param reason the innermost cause
     */
    static String sentence(BindException failure, Throwable reason) {
        ConfigurationProperty property = failure.getProperty();
        if (property == null) {
            return "A setting is invalid: " + reason.getMessage() + ".";
        }
        return sentence(
                property.getName().toString(),
                property.getValue(),
                "it must be " + expected(failure.getTarget().getType()));
    }

    static String sentence(InvalidConfigurationPropertyValueException failure) {
        return sentence(failure.getName(), failure.getValue(), String.valueOf(failure.getReason()));
    }

    private static String sentence(String property, @Nullable Object value, String reason) {
        return "The setting "
                + variable(property)
                + " cannot be \""
                + value
                + "\": "
                + reason
                + ".";
    }

    /** Returns a property's name as the documentation spells it: as an environment variable. */
    private static String variable(String property) {
        return property.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
    }

    private static String expected(ResolvableType type) {
        Class<?> target = type.toClass();
        if (target.isEnum()) {
            return Arrays.stream(target.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(" or "));
        }
        if (target == boolean.class || target == Boolean.class) {
            return "true or false";
        }
        if (target == int.class || target == long.class || Number.class.isAssignableFrom(target)) {
            return "a whole number";
        }
        if (target == DataSize.class) {
            return "a size such as 512KB or 32MB";
        }
        if (target == Duration.class) {
            return "a time such as 500ms, 30s or 5m";
        }
        return "a " + target.getSimpleName();
    }
}
