// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.rule.node.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Common parts of the upgrades of these nodes' configurations. A missing property is skipped, because exports exist
 * that have the current form and no version.
 */
final class OlderConfiguration {

    private OlderConfiguration() {}

    /**
     * Replaces a Boolean property by one of two words.
     *
     * @throws InvalidConfigurationException if it is not a Boolean
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
                    "%s: must be true or false, not %s".formatted(flag, value));
        }
        configuration.put(property, (value.booleanValue() ? ifTrue : ifFalse).name());
    }

    /** Renames a property. */
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
