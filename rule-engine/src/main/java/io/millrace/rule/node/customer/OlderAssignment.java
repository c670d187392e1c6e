// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.customer;

import io.millrace.rule.node.ConfigurationUpgrade;

/** Configurations of version 0, which had a cache of customers. */
final class OlderAssignment {

    static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> configuration.remove("customerCacheExpiration");

    private OlderAssignment() {}
}
