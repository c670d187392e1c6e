// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.rule.node.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the older versions of these nodes' configurations have in common. A property that is not there is passed over:
 * exports exist that have the current form and no version.
 */
final class OlderConfiguration {

    private OlderConfiguration() {}

    /**
     * Replaces a truth value by one of two words.
     *
     * @throws InvalidConfigurationException if it is no truth value
     */
    static void replace(
            ObjectNode configuration,
            String flag,
            String property,
            Enum<?> ifTrue,
            Enum<?> ifFalse) {
        @Nullable JsonNode value = configuration.remove(flag);
        if (value == null) {
            return;
        }
        if (!value.isBoolean()) {
            throw new InvalidConfigurationException(
                    "%s: expected true or false, but got %s".formatted(flag, value));
        }
        configuration.put(property, (value.booleanValue() ? ifTrue : ifFalse).name());
    }

    /** Gives a property its new name. */
    static void rename(ObjectNode configuration, String older, String current) {
        @Nullable JsonNode value = configuration.remove(older);
        if (value != null) {
            configuration.set(current, value);
        }
    }

    /** Sets a property that is missing or null. */
    static void setIfAbsent(ObjectNode configuration, String property, Enum<?> value) {
        if (!configuration.hasNonNull(property)) {
            configuration.put(property, value.name());
        }
    }
}
