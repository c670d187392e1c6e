// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.relation;

import io.millrace.rule.node.ConfigurationUpgrade;
import tools.jackson.databind.node.ObjectNode;

/** Configurations of version 0, whose direction was that of the other entity if they had a cache. */
final class OlderRelation {

    static final ConfigurationUpgrade UPGRADE = (_, configuration) -> upgrade(configuration);

    private static final String CACHE = "entityCacheExpiration";

    private OlderRelation() {}

    private static void upgrade(ObjectNode configuration) {
        if (!configuration.has(CACHE)) {
            return;
        }
        configuration.remove(CACHE);
        switch (configuration.path("direction").asString("")) {
            case "FROM" -> configuration.put("direction", "TO");
            case "TO" -> configuration.put("direction", "FROM");
            default -> {
                // Left unchanged; the start of the node fails with the name of the field.
            }
        }
    }
}
