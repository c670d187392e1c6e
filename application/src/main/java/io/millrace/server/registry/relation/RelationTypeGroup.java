// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import org.jspecify.annotations.Nullable;

/** What a relation is for, by ThingsBoard's names. People relate entities in {@link #COMMON}. */
public enum RelationTypeGroup {
    COMMON,
    DASHBOARD,
    RULE_CHAIN,
    RULE_NODE,
    EDGE,
    EDGE_AUTO_ASSIGN_RULE_CHAIN;

    /** The group with a name; {@link #COMMON} where there is none with it, as ThingsBoard does. */
    static RelationTypeGroup named(@Nullable String name) {
        for (RelationTypeGroup group : values()) {
            if (group.name().equals(name)) {
                return group;
            }
        }
        return COMMON;
    }
}
