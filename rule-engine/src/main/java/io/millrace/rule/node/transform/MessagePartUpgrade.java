// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import io.millrace.rule.node.ConfigurationUpgrade;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Upgrades the fields by which older versions selected the part of the message. A configuration without such a field
 * stays unchanged; the start of the node then fails with the name of the field.
 *
 * @param field the field of version 2, the name of a {@link MessagePart}
 * @param fieldOfVersion1 the field of version 1, with the same values; version 0 had {@code fromMetadata}, true or
 *     false
 */
record MessagePartUpgrade(String field, String fieldOfVersion1) implements ConfigurationUpgrade {

    @Override
    public void apply(int fromVersion, ObjectNode configuration) {
        String older = fromVersion < 1 ? "fromMetadata" : fieldOfVersion1;
        JsonNode value = configuration.path(older);
        if (configuration.has(field)) {
            return;
        }
        if (value.isBoolean()) {
            MessagePart part = value.booleanValue() ? MessagePart.METADATA : MessagePart.DATA;
            configuration.remove(older);
            configuration.put(field, part.name());
        } else if (value.isString()) {
            configuration.remove(older);
            configuration.set(field, value);
        }
    }
}
