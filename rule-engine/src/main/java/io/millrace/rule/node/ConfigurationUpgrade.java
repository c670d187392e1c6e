// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import tools.jackson.databind.node.ObjectNode;

/** Upgrades a configuration of an older version to the current one. */
@FunctionalInterface
public interface ConfigurationUpgrade {

    /** For types whose configuration never changed. */
    ConfigurationUpgrade NONE = (_, _) -> {};

    /** Changes the configuration in place, from the given version to the current one, in one call. */
    void apply(int fromVersion, ObjectNode configuration);
}
