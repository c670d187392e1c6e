// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.start;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.core.ResolvableType;

/** The sentence for a setting that cannot be used. */
final class BadSetting {

    private BadSetting() {}

    /**
     * @param failure what binding the setting ended with
     * @param reason its first cause
     */
    static String sentence(BindException failure, Throwable reason) {
        ConfigurationProperty property = failure.getProperty();
        if (property == null) {
            return "A setting cannot be used: " + reason.getMessage() + ".";
        }
        return "The setting "
                + name(property)
                + " cannot be \""
                + property.getValue()
                + "\": it must be "
                + expected(failure.getTarget().getType())
                + ".";
    }

    /** The name under which the operator gave the value. */
    private static String name(ConfigurationProperty property) {
        Origin origin = property.getOrigin();
        return origin instanceof SystemEnvironmentOrigin variable
                ? variable.getProperty()
                : property.getName().toString();
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
        return "a " + target.getSimpleName();
    }
}
